import { Migration } from '@mikro-orm/migrations';

/** API tokens for carriers, beside those that speak for the whole Group. */
export class TokenRoles extends Migration {
  override up(): void {
    this.addSql(
      `alter table api_tokens add column role text not null default 'group_admin' check (role in ('group_admin', 'carrier'))`,
    );
  }
}
