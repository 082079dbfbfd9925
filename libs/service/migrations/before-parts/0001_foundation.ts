import { Migration } from '@mikro-orm/migrations';

/**
 * Groups, their numbers, and the event store. Only events refer to their Group by a foreign key: what is written beside an
 * event stands or falls with it, and read models refer to nothing, so that each can be emptied and rebuilt alone.
 */
export class Foundation extends Migration {
  override up(): void {
    this.addSql(`
      create table groups (
        id int generated always as identity primary key,
        code text not null unique check (code ~ '^[a-z0-9-]{1,32}$'),
        name text not null,
        created_at timestamptz(3) not null
      )`);
    // A sequence for each Group and kind (see libs/platform/database/identifiers.ts).
    this.addSql('create schema numbers');

    this.addSql(`
      create table events (
        group_id int not null references groups,
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
