import { OnlineMigration } from '#platform/database';

/** The keys of calls that refreshed sessions. */
export class RefreshKeys extends OnlineMigration {
  override up(): void {
    this.addSql('alter table refresh_tokens add column used_by bytea');
  }
}
