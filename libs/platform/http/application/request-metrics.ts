import type { Request, Response } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '#platform/observability';

/**
 * Measures response times by method, route and status, requests under way, and calls refused with 429 or 503. The route is the path
 * template, so that no identifier becomes a label.
 */
export function requestMetrics({ registry }: Metrics) {
  const durations = new Histogram({
    name: 'lost_and_found_http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const underWay = new Gauge({
    name: 'lost_and_found_http_requests_in_flight',
    help: 'Calls that have not been answered yet.',
    registers: [registry],
  });
  const rejected = new Counter({
    name: 'lost_and_found_http_rejected_total',
    help: 'Calls refused with 429 or 503, by what refused them.',
    labelNames: ['status', 'reason'],
    registers: [registry],
  });
  return (request: Request, response: Response): void => {
    const started = performance.now();
    underWay.inc();
    response.on('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'none';
      const labels = { method: methodOf(request), route, status: response.statusCode };
      underWay.dec();
      const reason: unknown = response.locals.rejectedFor;
      if (typeof reason === 'string') rejected.inc({ status: response.statusCode, reason });
      // How long a reader stays at a stream of events says nothing about the service.
      if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
      durations.observe(labels, (performance.now() - started) / 1000);
    });
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Clients can send any method; label values must be a fixed set. */
function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}
