import { OnlineMigration } from '#platform/database';

/** The photos of an item; null where `image_url` is the only one. */
export class ItemPhotos extends OnlineMigration {
  override up(): void {
    this.addSql(`alter table items add column photos json`);
  }
}
