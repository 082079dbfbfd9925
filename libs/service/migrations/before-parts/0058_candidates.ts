import { Migration } from '@mikro-orm/migrations';

/** Requests found by words as items are, and what a Location found or was asked for around a date. */
export class Candidates extends Migration {
  override up(): void {
    // Made anew: the function behind it has changed since.
    this.addSql('alter table requests drop column search');
    this.addSql(`
      alter table requests add column search tsvector not null generated always as (
        to_tsvector('simple', search_text(
          request || ' ' || coalesce(location, '') || ' ' ||
          coalesce(owner ->> 'name', '') || ' ' || coalesce(owner ->> 'email', '') || ' ' ||
          coalesce(owner ->> 'phoneNumber', '')
        ))
      ) stored`);
    this.addSql('create index requests_search on requests using gin (group_id, search)');
    this.addSql('create index items_by_date on items (group_id, location_id, departured_date)');
    this.addSql('create index requests_by_date on requests (group_id, location_id, departured_date)');
  }
}
