import { OnlineMigration } from '#platform/database';

const NOT_DELETED = `status <> 'deleted'`;
const EXPIRES_AT = `(case when status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest') then storage_expires_at
  else 'infinity'::timestamptz end)`;

/** Indexes in the orders of the listing, with all that it filters by (docs/adr/0022-listings-of-a-million-items.md). */
export class ItemListing extends OnlineMigration {
  override up(): void {
    this.addSql(
      `create index concurrently items_listed on items (group_id, id desc) include (status, location_id, facets) where ${NOT_DELETED}`,
    );
    this.addSql('create index concurrently items_by_place on items (group_id, location_id, status, id desc)');
    this.addSql(`create index concurrently items_by_made on items (group_id, created_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently items_by_change on items (group_id, updated_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently items_by_expiry on items (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`);
    this.addSql(
      `create index concurrently items_by_day on items (group_id, departured_date, location_id, id) where ${NOT_DELETED}`,
    );
    this.addSql(`
      create index concurrently items_by_reservation on items (group_id, number_key(owner ->> 'reservationNumber'))
      where owner ->> 'reservationNumber' is not null`);
    this.addSql(`
      create index concurrently items_found on items using gin (group_id, status, location_id, colors, categories, search)
      with (gin_pending_list_limit = 512)`);
    // Each of these is the beginning of one above, or a part of the last.
    this.addSql('drop index concurrently if exists items_by_location');
    this.addSql('drop index concurrently if exists items_by_creation');
    this.addSql('drop index concurrently if exists items_by_update');
    this.addSql('drop index concurrently if exists items_by_date');
    this.addSql('drop index concurrently if exists items_by_color');
    this.addSql('drop index concurrently if exists items_by_category');
    this.addSql('drop index concurrently if exists items_search');
  }
}
