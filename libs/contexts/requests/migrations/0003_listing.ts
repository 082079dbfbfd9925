import { OnlineMigration } from '#platform/database';

const NOT_DELETED = `status <> 'deleted'`;
const EXPIRES_AT = `(case when status in ('registered', 'waiting-guest-response') then expires_at else 'infinity'::timestamptz end)`;

/** Integrations' own keys of Requests, unique among existing ones, and indexes in the orders of the listing. */
export class RequestListing extends OnlineMigration {
  override up(): void {
    this.addSql('alter table requests add column external_id text');
    // Deferrable, so that a rebuild checks it at its end.
    this.addSql(`
      alter table requests add constraint requests_external_id exclude using btree (group_id with =, external_id with =)
        where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable`);
    this.addSql(`create index concurrently requests_by_made on requests (group_id, created_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently requests_by_change on requests (group_id, updated_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently requests_by_expiry on requests (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`);
  }
}
