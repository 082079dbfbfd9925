export { type Health, HealthChecks, HealthModule, healthPages } from './health-checks.js';
export { gauge, measured } from './measured.js';
export { Metrics, MetricsModule } from './metrics.js';
export { serveMetrics } from './metrics-page.js';
export { startTracing } from './start-tracing.js';
export { found, traced } from './traced.js';
export { tracedRequests } from './traced-requests.js';
export { Watchdog, WatchdogModule } from './watchdog.js';
