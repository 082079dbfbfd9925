import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/**
 * The fields of an error that are logged: PostgreSQL's detail and context quote rows, and so persons. docs/operations.md describes every
 * field.
 */
const OF_ERRORS = ['type', 'message', 'stack', 'code', 'schema', 'table', 'column', 'constraint', 'routine', 'record'] as const;

function errorOf(error: Error): object {
  const whole = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return Object.fromEntries(OF_ERRORS.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])));
}

/** Formats lines for who reads them in a terminal, and is loaded there alone. A thread of pino's own would not find its script in dist. */
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : null;

/** The log of a process: JSON lines, or formatted ones in a terminal. @param to another place than the standard output */
export function createLog(level = 'info', to?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: errorOf },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization'],
  };
  const place = to ?? pretty?.({ ignore: 'pid,hostname' });
  return place === undefined ? pino(options) : pino(options, place);
}

/** A message with fields of its own, which become those of the line. */
const isLine = (message: unknown): message is object =>
  typeof message === 'object' && message !== null && !(message instanceof Error) && !Array.isArray(message);

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
    // The process itself reports the end of its start, in one line.
    if (context === 'ExceptionHandler') return;
    const stack = rest.length > 1 ? rest[0] : undefined;
    if (isLine(message)) this.logger[level]({ context, ...message }, String(context));
    else if (message instanceof Error) this.logger[level]({ context, err: message }, message.message);
    else this.logger[level]({ context, ...(stack !== undefined && { stack }) }, String(message));
  }
}
