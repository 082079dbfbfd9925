import { OnlineMigration } from '#platform/database';

/** When a backup was last made and checked, as whoever made it said. */
export class LastBackup extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table last_backup (
        singleton boolean primary key default true check (singleton),
        at timestamptz(3) not null
      )`);
  }
}
