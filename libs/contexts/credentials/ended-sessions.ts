import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '#platform/database';

/** A variable of the transaction. */
const NOTED = sql.lit('lost_and_found.ended_sessions');

/** How many sessions the latest statement of the transaction that ends some has ended. */
export const ENDED_SESSIONS: RawBuilder<number> = sql<number>`coalesce(nullif(current_setting(${NOTED}, true), ''), '0')::int`;

/**
 * A statement that ends sessions, and notes how many: a later statement of the transaction can tell of it without another round trip.
 * @param ended deletes sessions, or selects those that another part of the statement deletes
 */
export function notingEnded(ended: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``): Statement {
  return statement(sql`with ended as (${ended}) ${more} select set_config(${NOTED}, count(*)::text, true) from ended`);
}
