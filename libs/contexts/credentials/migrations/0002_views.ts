import { Migration } from '@mikro-orm/migrations';

/** The columns of a credential that other contexts may join. */
export class CredentialViews extends Migration {
  override up(): void {
    this.addSql(`
      create view last_logins as
      select group_id, user_id, last_login_at from credentials`);
  }
}
