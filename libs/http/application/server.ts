import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemOf } from '../problem/problem.js';

/** Bounds what a slow or broken client may cost, and answers what Node refuses by itself with problem documents. */
export function guardServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 100;
  server.requestTimeout = 120_000;
  // Without it Node answers a missing Host header with an empty 400.
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(answerTo(error.code));
  });
}

function answerTo(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return answer('431 Request Header Fields Too Large', 'headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return answer('408 Request Timeout', 'request_timeout');
  return answer('400 Bad Request', 'bad_request');
}

function answer(line: string, code: string): string {
  const requestID = randomUUID();
  const refusal = { status: Number(line.slice(0, 3)), code, detail: 'The request is not proper HTTP.' };
  const body = JSON.stringify(problemOf(refusal, '', requestID));
  return [
    `HTTP/1.1 ${line}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `X-Request-Id: ${requestID}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
