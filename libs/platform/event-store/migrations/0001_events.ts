import { Migration } from '@mikro-orm/migrations';

/** Every event of every stream, and the keys of the personal data in them. */
export class Events extends Migration {
  override up(): void {
    this.addSql(`
      create table events (
        group_id int not null,
        stream_type text not null,
        stream_id int not null,
        version int not null,
        position bigint generated always as identity,
        transaction_id xid8 not null default pg_current_xact_id(),
        type text not null,
        data json not null,
        actor json not null,
        request_id text,
        at timestamptz(3) not null,
        primary key (group_id, stream_type, stream_id, version)
      )`);
    this.addSql('create index events_replay on events (stream_type, position)');
    this.addSql(`
      create table subject_keys (
        group_id int not null,
        stream_type text not null,
        stream_id int not null,
        sealed_key bytea not null,
        primary key (group_id, stream_type, stream_id)
      )`);
  }
}
