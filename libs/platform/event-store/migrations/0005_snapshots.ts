import { OnlineMigration } from '#platform/database';

/** What the first events of a long record come to, so that they need not be read again. */
export class Snapshots extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table snapshots (
        group_id int not null,
        stream_type text not null,
        stream_id int not null,
        purpose text not null,
        version int not null,
        shape text not null,
        bytes double precision not null,
        state json not null,
        primary key (group_id, stream_type, stream_id, purpose)
      )`);
  }
}
