import { OnlineMigration } from '#platform/database';

const NOT_DELETED = `status <> 'deleted'`;
const EXPIRES_AT = `(case when status in ('registered', 'waiting-guest-response') then expires_at else 'infinity'::timestamptz end)`;

/** Integrations' own keys of Requests, unique among existing ones; indexes of the listing and of matching; what other contexts may join. */
export class RequestsOf020 extends OnlineMigration {
  static readonly replaces = [
    'requests/0002_views',
    'requests/0003_listing',
    'requests/0004_matches',
    'requests/0005_references',
    'requests/0006_to_match',
    'requests/0007_vacuumed',
  ];

  override up(): void {
    this.addSql('alter table requests add column if not exists external_id text');
    // Deferrable, so that a rebuild checks it at its end.
    this.addSql(`
      do $$ begin
        if not exists (select from pg_constraint where conrelid = 'requests'::regclass and conname = 'requests_external_id') then
          alter table requests add constraint requests_external_id exclude using btree (group_id with =, external_id with =)
            where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable;
        end if;
      end $$`);
    this.addSql(`
      create or replace view request_contacts as
      select group_id, id, location_id, status, request as thing, owner ->> 'name' as name, owner ->> 'email' as email,
        owner ->> 'phoneNumber' as phone_number, question, language_id, expires_at as ends_at
      from requests`);
    this.addSql(`
      create or replace view request_references as
      select group_id, id, location_id, status, external_id from requests`);
    // Dead rows are cleaned at a twentieth of the table, as each change of a Request leaves one in every index (docs/scaling.md).
    this.addSql('alter table requests set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
    this.addSql(`create index concurrently requests_by_made on requests (group_id, created_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently requests_by_change on requests (group_id, updated_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently requests_by_expiry on requests (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`);
    this.addSql(
      'create index concurrently requests_by_item on requests (group_id, matched_item_id) where matched_item_id is not null',
    );
    this.addSql(`
      create index concurrently requests_to_match on requests (group_id, departured_date, id)
      where status in ('registered', 'waiting-guest-response')`);
  }
}
