import { Migration } from '@mikro-orm/migrations';

/** What other contexts may join of a Language. */
export class LanguageViews extends Migration {
  override up(): void {
    this.addSql(`
      create view language_directory as
      select group_id, id, location_id, code, is_default from languages`);
  }
}
