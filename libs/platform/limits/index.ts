export { CallLimits } from './call-limits.js';
export { type Count, Counters } from './counters.js';
export { LimitsModule } from './limits.module.js';
export { limitMigrations } from './migrations/index.js';
export { RateLimitEntity } from './rate-limit.entity.js';
export { MOST_REFUSED, RefusedCalls } from './refused-calls.js';
export { Weighs } from './weight.js';
