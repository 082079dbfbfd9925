import { OnlineMigration } from '#platform/database';

/** The items that a user registered lately. */
export class OwnFinds extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create index concurrently items_by_registrar on items (group_id, registered_by, created_at, id)
      where registered_by is not null and status <> 'deleted'`);
  }
}
