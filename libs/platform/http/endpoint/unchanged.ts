import { hash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * Lets Express answer 304 to a GET with an `If-None-Match` that names the answer's `ETag`, whatever else the client says (RFC 9110,
 * 13.2.2). By itself it doesn't where there is `Cache-Control: no-cache`, which is meant for caches, and which `fetch` adds to every such
 * call.
 */
export function conditional({ headers }: Request): void {
  const tags = headers['if-none-match'];
  if (tags === undefined) return;
  delete headers['cache-control'];
  // Express takes weak tags by itself.
  headers['if-none-match'] = [...new Set([tags, ...MARKS.map((marks) => tags.replaceAll(marks, ''))])].join(', ');
}

/** The endings that proxies put behind a tag when they compress, `"7-gzip"`, `"7;br"`, `"7--gzip"`: a tag may end with a `-` of its own. */
const MARKS = [/[-;:](?:gz|gzip|br|zstd|deflate)(?=")/gi, /[-;:]{2}(?:gz|gzip|br|zstd|deflate)(?=")/gi];

/** The entity tag of a text: a strong one, since it is made of all of it. */
export function tagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** Adds the `ETag` of texts to what others send: the pages and documents of Swagger UI. They are kept, and asked for again each time. */
export function revalidated(_request: Request, response: Response, next: NextFunction): void {
  const { send } = response;
  response.setHeader('Cache-Control', 'no-cache');
  response.send = (body: unknown) => {
    if (typeof body === 'string' && response.statusCode === 200) response.setHeader('ETag', tagOf(body));
    return send.call(response, body);
  };
  next();
}
