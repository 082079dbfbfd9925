import { OnlineMigration } from '#platform/database';

/** Stays that are read from a reservation system. */
export class StaysOfConnections extends OnlineMigration {
  override up(): void {
    this.addSql('alter table stays add column connection_id int, add column erased boolean not null default false');
    this.addSql(`
      create index concurrently stays_by_connection on stays (group_id, connection_id, external_id)
      where connection_id is not null`);
  }
}
