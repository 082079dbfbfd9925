import { Migration } from '@mikro-orm/migrations';

/** Which Groups sign in at the identity provider, and users found by their email. */
export class SingleSignOn extends Migration {
  override up(): void {
    this.addSql('alter table groups add column sso boolean not null default false');
    this.addSql('create index users_by_email on users (lower(email)) where email is not null');
  }
}
