import { OnlineMigration } from '#platform/database';

/** Finds the Requests of an item. */
export class RequestMatches extends OnlineMigration {
  override up(): void {
    this.addSql(
      'create index concurrently requests_by_item on requests (group_id, matched_item_id) where matched_item_id is not null',
    );
  }
}
