import { Migration } from '@mikro-orm/migrations';

/** The columns of a Language that other contexts may join. */
export class LanguageViews extends Migration {
  override up(): void {
    this.addSql(`
      create view language_directory as
      select group_id, id, location_id, code, is_default from languages`);
  }
}
