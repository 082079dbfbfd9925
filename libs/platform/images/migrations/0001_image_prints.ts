import { OnlineMigration } from '#platform/database';

/** Hashes by which uploaded images are compared. */
export class ImagePrints extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table image_prints (
        group_id int not null,
        name text not null,
        print bit(64) not null,
        primary key (group_id, name)
      )`);
  }
}
