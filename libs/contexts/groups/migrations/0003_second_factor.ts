import { Migration } from '@mikro-orm/migrations';

/** The roles of a Group whose users need a second factor. */
export class SecondFactorRoles extends Migration {
  override up(): void {
    this.addSql(`alter table groups add second_factor_roles text[] not null default '{}'`);
    this.addSql('create or replace view group_directory as select id, code, sso, name, second_factor_roles from groups');
  }
}
