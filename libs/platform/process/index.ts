export { type Page, serveMetrics } from './metrics-page.js';
export { runService } from './run-service.js';
export type { Running } from './run-until-stopped.js';
