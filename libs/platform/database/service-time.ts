import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#platform/kernel';

/**
 * The service's time by the database's clock, moved by `CLOCK_OFFSET`, so that machines with different clocks agree. It is now() and
 * not clock_timestamp(): an index can only be used with a value that is constant during a statement.
 */
export function serviceTime(clock: Clock): RawBuilder<string> {
  return sql`(now() + ${clock.offset}::float8 * interval '1 millisecond')`;
}
