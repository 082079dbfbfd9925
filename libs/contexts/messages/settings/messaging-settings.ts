import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';
import { type FieldError, ValidationFailed } from '#platform/kernel';

/** Default maximum number of messages per hour for a Location. */
export const DEFAULT_PER_HOUR = 120;

/** When, by the Location's time, and at what rate messages of a Location are sent. */
export interface MessagingSettings {
  /** `HH:MM`, may span midnight; null if there are no quiet hours. */
  quiet: { from: string; to: string } | null;
  perHour: number;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Reads and changes the messaging settings of Locations. */
@Injectable()
export class LocationMessaging {
  constructor(private readonly database: Database) {}

  async of(groupID: number, locationID: string): Promise<MessagingSettings> {
    const row = await this.database.queryOne(
      statement(sql<{ quiet_from: string | null; quiet_to: string; per_hour: number }>`
        select to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_to, 'HH24:MI') as quiet_to, per_hour
        from messaging_settings where group_id = ${groupID}::int and location_id = ${locationID}::text`),
    );
    if (!row) return { quiet: null, perHour: DEFAULT_PER_HOUR };
    const quiet = row.quiet_from === null ? null : { from: row.quiet_from, to: row.quiet_to };
    return { quiet, perHour: row.per_hour };
  }

  /** Omitted fields keep their value. @throws ValidationFailed naming the invalid fields */
  async change(groupID: number, locationID: string, changes: Partial<MessagingSettings>): Promise<MessagingSettings> {
    const settings = { ...(await this.of(groupID, locationID)), ...changes };
    const { quiet, perHour } = settings;
    const errors: FieldError[] = [];
    const wrong = (field: string, message: string) => errors.push({ field, code: 'invalid_format', message });
    if (quiet && !(TIME.test(quiet.from) && TIME.test(quiet.to)))
      wrong('quiet', 'Must have the form HH:MM-HH:MM, such as 21:00-08:00.');
    if (!Number.isInteger(perHour) || perHour < 1 || perHour > 1_000_000)
      wrong('perHour', 'Must be a whole number from 1 to 1000000.');
    if (errors.length > 0) throw new ValidationFailed(errors);
    await this.database.query(
      statement(sql`
        insert into messaging_settings (group_id, location_id, quiet_from, quiet_to, zone, zone_carried, per_hour)
        select group_id, location_id, ${quiet?.from ?? null}::time, ${quiet?.to ?? null}::time, zone, true, ${perHour}::int
        from location_directory where group_id = ${groupID}::int and location_id = ${locationID}::text
        on conflict (group_id, location_id) do update set
          quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, per_hour = excluded.per_hour`),
    );
    return settings;
  }
}
