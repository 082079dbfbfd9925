import { sql } from 'kysely';
import { type Database, statement } from '#platform/database';
import { ValidationFailed } from '#platform/kernel';

/** SQLSTATE `invalid_parameter_value`. */
const NO_SUCH_ZONE = '22023';

/**
 * Sees that PostgreSQL counts in a time zone as well: its tz database may be older than that of Node. Null needs none.
 * @throws ValidationFailed
 */
export async function assertKnownZone(database: Database, zone: string | null): Promise<void> {
  if (zone === null) return;
  try {
    await database.query(statement(sql`select now() at time zone ${zone}::text as there`));
  } catch (problem) {
    if ((problem as { code?: unknown }).code !== NO_SUCH_ZONE) throw problem;
    const message = 'Is not in the tz database of PostgreSQL, which is older: update it, or name an older zone.';
    throw new ValidationFailed([{ field: 'timeZone', code: 'not_allowed', message }]);
  }
}
