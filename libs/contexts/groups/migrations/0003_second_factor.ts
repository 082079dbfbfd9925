import { Migration } from '@mikro-orm/migrations';

/** The roles of a Group whose users need a second factor. */
export class SecondFactorRoles extends Migration {
  override up(): void {
    this.addSql(`alter table groups add second_factor_roles text[] not null default '{}'`);
    this.addSql('create view group_accounts as select id, code, name, second_factor_roles from groups');
  }
}
