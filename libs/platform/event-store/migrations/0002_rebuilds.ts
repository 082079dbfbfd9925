import { OnlineMigration } from '#platform/database';

/** How far the rebuild of each projection is that was begun and has not ended. */
export class Rebuilds extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table rebuilds (
        projection text primary key,
        noted_at timestamptz(3) not null,
        group_id int not null,
        stream_id int not null,
        events int not null,
        replaced int not null
      )`);
  }
}
