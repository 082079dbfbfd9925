import { OnlineMigration } from '#platform/database';

/** Matching compares photos. */
export class ItemPhotosToMatch extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace view item_descriptions as
      select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search, image_url
      from items`);
  }
}
