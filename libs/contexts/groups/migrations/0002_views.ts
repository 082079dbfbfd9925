import { Migration } from '@mikro-orm/migrations';

/** What other contexts may join of a Group. */
export class GroupViews extends Migration {
  override up(): void {
    this.addSql(`
      create view group_directory as
      select id, code, sso from groups`);
  }
}
