export { HealthModule } from './health.module.js';
export { HealthChecks } from './health-checks.js';
export { healthPages } from './health-pages.js';
