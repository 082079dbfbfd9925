import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { withinAnswer } from '#platform/concurrency';
import { Metrics, tracedRequests } from '#platform/observability';
import { createLog, NestLog } from '#platform/process';
import { BodyGuard } from '../body/body.guard.js';
import { ContextApis } from '../context-api/context-apis.js';
import { conditional } from '../endpoint/unchanged.js';
import { RequestPipe } from '../request/request.pipe.js';
import { compressed } from './compressed.js';
import { deadline } from './deadline.js';
import { HttpModule } from './http.module.js';
import { requestLog } from './log.js';
import { ProblemFilter } from './problem.filter.js';
import { proxyNotice } from './proxy-notice.js';
import { requestMetrics } from './request-metrics.js';
import { protective, transportSecurity, uncached } from './response-headers.js';
import { GuardedExpress, type ServerTimeouts, TIMEOUTS } from './server.js';

export interface HttpOptions {
  /** The process's log; by default a new one of level `info`. */
  log?: Logger;
  /** How many reverse proxies are in front. None by default. */
  trustedProxies?: number;
  /** Origins that browsers may call from. None by default. */
  corsOrigins?: readonly string[];
  /** Milliseconds after which a call is answered 503; 14 seconds by default. */
  callLimit?: number;
  /** For slow clients; 10 seconds for the headers and for JSON, two minutes for other bodies by default. */
  timeouts?: Partial<ServerTimeouts>;
  /** The most connections at once, 4,000 by default; without proxies in front, a client's network gets a fair share of them. */
  connections?: number;
  /** Only for generating the OpenAPI document: no providers are created, so no database is needed. */
  preview?: boolean;
}

/** Response headers that pages of other origins may read. */
const EXPOSED = [
  ...['ETag', 'Link', 'Location', 'X-Request-Id', 'X-Total-Count', 'X-Total-Count-Estimated', 'WWW-Authenticate'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'Content-Disposition'],
];

/** Prepares a call or its answer, before any route is looked for. */
type Step = (request: Request, response: Response) => void;

class HttpRoot {}

/**
 * The HTTP application around a module, not yet listening; `apps/api` and the tests use the same one.
 * @param module imports the ContextApisModule, and a global one provides CALLER_RESOLVER
 */
export async function createHttpApplication(
  module: Type | DynamicModule,
  options: HttpOptions = {},
): Promise<NestExpressApplication> {
  const log = options.log ?? createLog();
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const root = { module: HttpRoot, imports: [HttpModule, module] };
  const express = new GuardedExpress(timeouts, options.connections ?? 4_000, (options.trustedProxies ?? 0) > 0);
  const app = await NestFactory.create<NestExpressApplication>(root, express, {
    bodyParser: false,
    logger: new NestLog(log),
    abortOnError: false,
    preview: options.preview ?? false,
  });
  const apis = app.get(ContextApis);
  app.set('etag', false);
  app.set('trust proxy', options.trustedProxies ?? 0);
  app.disable('x-powered-by');
  const problems = new ProblemFilter(apis.problems, log);
  const steps: Step[] = [
    ...(options.preview ? [] : [requestMetrics(app.get(Metrics))]),
    requestLog(log, apis.log),
    proxyNotice(log, options.trustedProxies ?? 0),
    ...[protective, transportSecurity, uncached, conditional, compressed],
    deadline((error, request, response) => problems.refuse(error, request, response), options.callLimit),
  ];
  // One handler for all: for each handler of its own Express matches the path, which costs more than most of them do.
  app.use((request: Request, response: Response, next: NextFunction) => {
    for (const step of steps) step(request, response);
    withinAnswer(next);
  });
  app.use(tracedRequests);
  if (options.corsOrigins?.length) app.enableCors({ origin: [...options.corsOrigins], exposedHeaders: EXPOSED, maxAge: 600 });
  // Behind the guards of all modules.
  app.useGlobalGuards(new BodyGuard(timeouts.json));
  app.useGlobalPipes(new RequestPipe());
  app.useGlobalFilters(problems);
  return app;
}
