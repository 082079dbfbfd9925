import { defineEntity, p } from '@mikro-orm/postgresql';

/** A count of rate-limiter-flexible, which reads and writes the table by itself. */
export const RateLimitEntity = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint('string').nullable(),
  },
});
