import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';

/** Bodies below this many bytes cost more to compress than to send (decisions.md, section 10). */
const THRESHOLD = 1024;

const squeeze = compression({
  threshold: THRESHOLD,
  // Each event of a stream is sent when it happens, and not when enough of them have come together.
  filter: (request, response) => !isStream(response) && compression.filter(request, response),
  // The window bounds what each answer under way takes of memory.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
});

/** Compresses answers over 1 KiB for clients that accept Brotli or gzip; others' calls pass by. */
export function compressed(request: Request, response: Response): void {
  if (/\b(?:br|gzip)\b|\*/i.test(String(request.headers['accept-encoding'] ?? ''))) squeeze(request, response, () => undefined);
  else response.setHeader('Vary', 'Accept-Encoding');
}

function isStream(response: { getHeader(name: string): unknown }): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}
