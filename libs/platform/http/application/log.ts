import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { LogRules } from '../context-api/context-api.js';
import { requestID } from './request-id.js';

/** The log of a process: JSON lines, or formatted ones in a terminal. */
export function createLog(level = 'info'): Logger {
  const readable = process.stdout.isTTY === true;
  return pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization'],
    ...(readable && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  });
}

/** Nest's messages about its own startup, many lines at every start: only useful for debugging. */
const STARTUP_CONTEXTS = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Nest's own messages in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(STARTUP_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);

  private write(level: 'info' | 'warn' | 'debug' | 'trace' | 'fatal' | 'error', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const stack = rest.length > 1 ? rest[0] : undefined;
    if (message instanceof Error) this.logger[level]({ context, err: message }, message.message);
    else this.logger[level]({ context, ...(stack !== undefined && { stack }) }, String(message));
  }
}

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
