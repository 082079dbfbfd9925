import { OnlineMigration } from '#platform/database';

/** Which positions of the log were not handed on yet; without a row, none was. */
export class EventFeed extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table event_feed (
        first bigint primary key,
        last bigint,
        writers text[] not null
      )`);
  }
}
