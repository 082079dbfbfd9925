import { OnlineMigration } from '#platform/database';

/** The roles of a Group whose users need a second factor, its email domains and its retention by Category. */
export class GroupsOf020 extends OnlineMigration {
  static readonly replaces = [
    'groups/0002_views',
    'groups/0003_second_factor',
    'groups/0004_sso_domains',
    'groups/0005_retention_by_category',
  ];

  override up(): void {
    this.addSql(`
      alter table groups
        add column if not exists second_factor_roles text[] not null default '{}',
        add column if not exists sso_domains text[] not null default '{}',
        add column if not exists retention_by_category json`);
    this.addSql('create or replace view group_directory as select id, code, sso from groups');
    this.addSql('create or replace view group_accounts as select id, code, name, second_factor_roles from groups');
    // The domains of which the operator has seen proof.
    this.addSql('create or replace view group_sso as select id, code, sso_domains from groups where sso');
  }
}
