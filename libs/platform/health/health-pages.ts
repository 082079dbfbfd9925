import type { HealthChecks } from './health-checks.js';

/** `/health/live` and `/health/ready` of a process without an API, with the same checks and statuses as the API's. */
export function healthPages(checks: HealthChecks) {
  return {
    '/health/live': async () => ({ status: 200, body: { status: 'ok' } }),
    '/health/ready': async () => {
      const { isReady, checks: results } = await checks.run();
      return { status: isReady ? 200 : 503, body: { status: isReady ? 'ok' : 'failed', checks: results } };
    },
  };
}
