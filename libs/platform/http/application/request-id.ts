import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's X-Request-Id when it is valid, else a new one; set on the response (decisions.md, section 4). */
export function requestID(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && VALID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
