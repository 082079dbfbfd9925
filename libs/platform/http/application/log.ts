import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { LogRules } from '../context-api/context-api.js';
import { requestID } from './request-id.js';

/** One line for each request; health requests at debug; no headers, no bodies, no personal data from the query. */
export function requestLog(logger: Logger, rules: Required<LogRules>): HttpLogger {
  const shown = addressFilter(rules);
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger,
    genReqId: requestID,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestID' },
    customLogLevel: (request, response) => {
      if (response.statusCode >= 500) return 'error';
      return (request.url ?? '').startsWith('/health/') ? 'debug' : 'info';
    },
    serializers: {
      req: ({ id, raw }: { id: string; raw: IncomingMessage & { originalUrl?: string } }) => ({
        id,
        method: raw.method,
        url: shown(raw.originalUrl ?? raw.url ?? ''),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    wrapSerializers: true,
  });
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
