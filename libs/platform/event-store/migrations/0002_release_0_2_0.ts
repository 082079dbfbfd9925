import { OnlineMigration } from '#platform/database';

/** How far rebuilds and the feed of events are, keys after an erasure, and snapshots of long records. */
export class EventsOf020 extends OnlineMigration {
  static readonly replaces = [
    'event-store/0002_rebuilds',
    'event-store/0003_event_feed',
    'event-store/0004_keys_after_an_erasure',
    'event-store/0005_snapshots',
  ];

  override up(): void {
    this.addSql(`
      create table if not exists rebuilds (
        projection text primary key,
        noted_at timestamptz(3) not null,
        group_id int not null,
        stream_id int not null,
        events int not null,
        replaced int not null
      )`);
    // Which positions of the log were not handed on yet; without a row, none was.
    this.addSql(`
      create table if not exists event_feed (
        first bigint primary key,
        last bigint,
        writers text[] not null
      )`);
    // From which event on a key is the one that personal data was sealed with: a record may get a new one after an erasure.
    this.addSql('alter table subject_keys add column if not exists after_version int not null default 0');
    this.addSql(`
      create table if not exists snapshots (
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
