import { type ArgumentsHost, BadRequestException, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ProblemKinds, problemOf, type Refusal } from '../problem/problem.js';
import { reasonOf, refusalOf } from '../problem/refusal.js';
import { sendsBody } from '../request/request-shape.js';
import { allowedMethods } from './allowed-methods.js';
import { LingeringClose } from './lingering-close.js';

type LoggedRequest = Request & { id?: unknown };

/** The only place where errors become HTTP: every error is sent as a problem document (decisions.md, section 4). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly close = new LingeringClose();

  constructor(
    private readonly kinds: ProblemKinds,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.refuse(error, http.getRequest<LoggedRequest>(), http.getResponse<Response>());
  }

  /** Sends the error as a problem document, unless the answer has begun: then the connection is closed. */
  refuse(error: unknown, request: LoggedRequest, response: Response): void {
    // The call was given up before; whatever came of it has no reader.
    if (response.writableEnded) return;
    const refusal = unmatched(error, request) ?? refusalOf(error);
    const requestID = typeof request.id === 'string' ? request.id : '';
    if (refusal.status >= 500) this.log.error({ requestID, err: error, code: refusal.code }, 'request failed');
    response.locals.refusedAs = refusal.code;
    if (refusal.status === 429 || refusal.status === 503) response.locals.rejectedFor = reasonOf(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of ['ETag', 'Last-Modified', 'Content-Disposition', 'Location', 'Link', 'X-Total-Count']) {
      response.removeHeader(name);
    }
    response.set({ 'Cache-Control': 'no-store', ...refusal.headers, 'Content-Type': 'application/problem+json' });
    const body = Buffer.from(JSON.stringify(problemOf(refusal, pathOf(request), requestID, this.kinds)));
    response.status(refusal.status).set('Content-Length', String(body.length));
    if (sendsBody(request.headers) && !request.readableEnded) this.close.after(body, request, response);
    else response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** No route matched: 405 where another method would match, else 404, also for a path that can't be decoded. */
function unmatched(error: unknown, request: Request): Refusal | null {
  // To Express, HEAD matches a route of any method.
  const isMatched = request.route && (request.method !== 'HEAD' || request.route.methods.get);
  if (isMatched || !(error instanceof NotFoundException || error instanceof BadRequestException)) return null;
  const methods = allowedMethods(request.app, request.path);
  if (methods.length === 0) return { status: 404, code: 'not_found', detail: 'There is no such path.' };
  const detail = `${request.method} is not allowed here.`;
  return { status: 405, code: 'method_not_allowed', detail, headers: { Allow: methods.join(', ') } };
}

function pathOf(request: Request): string {
  const url = request.originalUrl;
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
