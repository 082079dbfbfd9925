import { OnlineMigration } from '#platform/database';

/** The email domains of a Group, which the operator has seen proof of. */
export class SsoDomains extends OnlineMigration {
  override up(): void {
    this.addSql(`alter table groups add sso_domains text[] not null default '{}'`);
    this.addSql('create view group_sso as select id, code, sso_domains from groups where sso');
  }
}
