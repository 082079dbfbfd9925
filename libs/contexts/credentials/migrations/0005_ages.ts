import { OnlineMigration } from '#platform/database';

/** For the sweep of sessions that have ended and of addresses that were last seen long ago. */
export class Ages extends OnlineMigration {
  override up(): void {
    this.addSql('create index concurrently sessions_by_end on sessions (expires_at)');
    this.addSql('create index concurrently known_addresses_by_age on known_addresses (seen_at)');
  }
}
