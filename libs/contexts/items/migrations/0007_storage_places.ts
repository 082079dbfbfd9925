import { OnlineMigration } from '#platform/database';

/** Where items are stored, and their listing by it. */
export class ItemStoragePlaces extends OnlineMigration {
  override up(): void {
    this.addSql('alter table items add column storage_place_id integer');
    this.addSql(`
      create index concurrently items_by_storage on items (group_id, storage_place_id, id) include (status)
      where status <> 'deleted'`);
  }
}
