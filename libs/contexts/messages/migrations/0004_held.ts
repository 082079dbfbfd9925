import { OnlineMigration } from '#platform/database';

/** What is held is counted for each Group, as only so many are kept. */
export class HeldMessages extends OnlineMigration {
  override up(): void {
    this.addSql(`create index concurrently messages_held on messages (group_id, created_at) where status = 'held'`);
  }
}
