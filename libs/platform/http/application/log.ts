import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { LogRules } from '../context-api/context-api.js';

/** One line for each request; health requests at debug; no headers, no bodies, no personal data from the query. */
export function requestLog(logger: Logger, rules: Required<LogRules>) {
  const redacted = addressFilter(rules);
  return (request: Request & { id?: string }, response: Response): void => {
    const started = Date.now();
    const id = requestID(request, response);
    request.id = id;
    let isLogged = false;
    const write = (error?: Error) => {
      if (isLogged) return;
      isLogged = true;
      const { statusCode } = response;
      const failure = error ?? (statusCode >= 500 ? new Error(`failed with status code ${statusCode}`) : undefined);
      const { method, originalUrl } = request;
      const level = statusCode >= 500 ? 'error' : originalUrl.startsWith('/health/') ? 'debug' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const line = { requestID: id, req: { id, method, url: redacted(originalUrl) }, res: { statusCode } };
      const took = { ...(failure && { err: failure }), responseTime: Date.now() - started };
      logger[level]({ ...line, ...took }, failure ? 'request errored' : 'request completed');
    };
    response.on('close', write).on('error', write);
  };
}

const VALID_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's X-Request-Id when it is valid, else a new one; set on the response (decisions.md, section 4). */
function requestID(request: Request, response: Response): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

/** The form of a harmless parameter's value; anything else may be a name or an address put there. */
const HARMLESS = /^[\w:.,-]{0,40}$/;

/** Replaces secrets and possibly personal values in a URL by `…`. */
export function addressFilter({ harmlessQueries, secretsBehind }: Required<LogRules>): (address: string) => string {
  const harmless = new Set(harmlessQueries);
  const secret = secretsBehind.length > 0 ? new RegExp(`(${secretsBehind.map(literal).join('|')})[^/?#]+`, 'gi') : null;
  const redactedPath = (path: string) => {
    if (!secret) return path;
    // A path may be written in many ways: what is not, once decoded and without empty steps, free of secrets is logged in that form.
    const plain = plainly(path);
    if (plain === null) return '…';
    const hidden = plain.replace(secret, '$1…');
    return hidden === plain ? path : hidden;
  };
  return (address) => {
    const at = address.indexOf('?');
    if (at < 0) return redactedPath(address);
    const parts = address
      .slice(at + 1)
      .split('&')
      .map((part) => {
        const name = part.split('=', 1)[0] ?? '';
        return harmless.has(name) && HARMLESS.test(part.slice(name.length + 1)) ? part : `${HARMLESS.test(name) ? name : ''}=…`;
      });
    return `${redactedPath(address.slice(0, at))}?${parts.join('&')}`;
  };
}

/** A path without what only varies its spelling: escapes, `//`, `/./`. Null when it cannot be read. */
function plainly(path: string): string | null {
  if (!path.includes('%') && !path.includes('//') && !path.includes('/.')) return path;
  let plain = path;
  try {
    for (let turn = 0; turn < 3 && plain.includes('%'); turn++) plain = decodeURIComponent(plain);
  } catch {
    return null;
  }
  return plain.includes('%') ? null : plain.replace(/\/(?:\.?\/)+/g, '/');
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
