import { OnlineMigration } from '#platform/database';

/** Finds the readings whose worker died. */
export class LeasedConnectionWork extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create index concurrently connection_work_leased on connection_work (leased_until) where leased_until is not null`);
  }
}
