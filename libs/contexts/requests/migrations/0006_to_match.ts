import { OnlineMigration } from '#platform/database';

/** Finds the open Requests that are nearest to a day, for the candidates of items. */
export class RequestsToMatch extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create index concurrently requests_to_match on requests (group_id, departured_date, id)
      where status in ('registered', 'waiting-guest-response')`);
  }
}
