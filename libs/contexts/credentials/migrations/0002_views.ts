import { Migration } from '@mikro-orm/migrations';

/** What other contexts may join of a credential. */
export class CredentialViews extends Migration {
  override up(): void {
    this.addSql(`
      create view last_logins as
      select group_id, user_id, last_login_at from credentials`);
  }
}
