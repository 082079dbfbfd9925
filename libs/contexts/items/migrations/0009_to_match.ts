import { OnlineMigration } from '#platform/database';

/** Finds the items of a Location that are nearest to a day, for the candidates of Requests. */
export class ItemsToMatch extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create index concurrently items_to_match on items (group_id, location_id, departured_date, id)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'left-behind', 'expired')`);
  }
}
