import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { LogRules } from '../context-api/context-api.js';
import { requestID } from './request-id.js';

/** One line for each request; health requests at debug; no headers, no bodies, no personal data from the query. */
export function requestLog(logger: Logger, rules: Required<LogRules>): RequestHandler {
  const shown = addressFilter(rules);
  return (request: Request & { id?: string }, response: Response, next: NextFunction) => {
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
      const line = { requestID: id, req: { id, method, url: shown(originalUrl) }, res: { statusCode } };
      const took = { ...(failure && { err: failure }), responseTime: Date.now() - started };
      logger[level]({ ...line, ...took }, failure ? 'request errored' : 'request completed');
    };
    response.on('finish', write).on('close', write).on('error', write);
    next();
  };
}

/** Replaces secrets and possibly personal values in a URL by `…`. */
export function addressFilter({ harmlessQueries, secretsBehind }: Required<LogRules>): (address: string) => string {
  const harmless = new Set(harmlessQueries);
  const secret = secretsBehind.length > 0 ? new RegExp(`^(${secretsBehind.map(literal).join('|')})[^/?]+`, 'i') : /(?!)/;
  return (address) => {
    const url = address.replace(secret, '$1…');
    const at = url.indexOf('?');
    if (at < 0) return url;
    const parts = url
      .slice(at + 1)
      .split('&')
      .map((part) => {
        const name = part.split('=', 1)[0] ?? '';
        return harmless.has(name) ? part : `${name}=…`;
      });
    return `${url.slice(0, at)}?${parts.join('&')}`;
  };
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
