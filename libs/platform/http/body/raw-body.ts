import type { Request } from 'express';
import { aborted, tooLarge } from './json-body.js';

/** Reads a body as it came, for a route with `ConsumesRaw`. @param most bytes @throws TooLarge, or that its client left */
export async function readRaw(request: Request, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > most) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    throw aborted();
  }
  if (size > most) throw tooLarge();
  return Buffer.concat(chunks, size);
}
