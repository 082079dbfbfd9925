import type { HealthChecks } from './health-checks.js';

/** `/health/live` and `/health/ready` of a process without an API, with the same checks and statuses as the API's. */
export function healthPages(checks: HealthChecks) {
  return {
    '/health/live': async () => ({ status: 200, body: { status: 'ok' } }),
    '/health/ready': async () => {
      const health = await checks.run();
      return { status: health.status === 'failed' ? 503 : 200, body: health };
    },
  };
}
