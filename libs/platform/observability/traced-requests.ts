import type { NextFunction, Request, Response } from 'express';
import { WORK, type Work } from './traced.js';

/** Makes each request a trace, or a part of its caller's; comes behind what sets the request's ID. */
export function tracedRequests(request: Request & { id?: unknown }, response: Response, next: NextFunction): void {
  if (!WORK.hasSubscribers) {
    next();
    return;
  }
  const { method } = request;
  const parent = request.headers.traceparent;
  const work: Work = {
    kind: 'http',
    name: method,
    attributes: { 'http.request.method': method },
    ...(typeof request.id === 'string' && { requestID: request.id }),
    ...(typeof parent === 'string' && { parent }),
  };
  WORK.start.runStores(work, () => {
    response.once('close', () => {
      const route: unknown = request.route?.path;
      work.name = typeof route === 'string' ? `${method} ${route}` : method;
      Object.assign(work.attributes, {
        ...(typeof route === 'string' && { 'http.route': route }),
        'http.response.status_code': response.statusCode,
      });
      WORK.asyncEnd.publish(work);
    });
    next();
  });
}
