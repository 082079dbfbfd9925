export { HealthModule } from './health.module.js';
export { type Health, HealthChecks } from './health-checks.js';
export { healthPages } from './health-pages.js';
