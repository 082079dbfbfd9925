import { OnlineMigration } from '#platform/database';

/** The columns of an item by which notifications name it. */
export class ItemReferencesView extends OnlineMigration {
  override up(): void {
    this.addSql('create view item_references as select group_id, id, location_id, status, external_id from items');
  }
}
