import { DEFAULT_ZONES } from '#contexts/reference';
import { OnlineMigration } from '#platform/database';

/** The time zone that a Location states, and for joins the one that it has. */
export class TimeZones extends OnlineMigration {
  override up(): void {
    this.addSql('alter table locations add column time_zone text');
    // The same table as in the reference data: a spec compares the two.
    this.addSql(`
      create or replace function default_zone(country_id text, state text) returns text language sql immutable parallel safe as $$
        select coalesce('${JSON.stringify(DEFAULT_ZONES)}'::jsonb
          ->> case when country_id in ('AU', 'CA', 'US') and state is not null then country_id || '-' || state else country_id end, 'UTC')
      $$`);
    this.addSql(`
      create or replace view location_directory as
      select group_id, id, location_id, name, country_id, reference, active,
        coalesce(time_zone, default_zone(country_id, address ->> 'state')) as zone
      from locations`);
  }
}
