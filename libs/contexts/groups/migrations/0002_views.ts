import { Migration } from '@mikro-orm/migrations';

/** The columns of a Group that other contexts may join. */
export class GroupViews extends Migration {
  override up(): void {
    this.addSql(`
      create view group_directory as
      select id, code, sso from groups`);
  }
}
