import { OnlineMigration } from '#platform/database';

/** Connections to providers, and when those that are read are to be read. */
export class ConnectionTables extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table connections (
        group_id int not null references groups,
        id int not null,
        provider text not null check (provider in ('sendcloud', 'easypost', 'stripe', 'mollie', 'mews', 'opera', 'mail')),
        kind text not null check (kind in ('carrier', 'payment', 'reservations', 'mail')),
        name text not null,
        enabled boolean not null,
        location_ids text[],
        settings json not null,
        secrets bytea not null,
        events_key bytea,
        status text not null default 'untested' check (status in ('untested', 'ok', 'failing')),
        last_error text,
        last_ok_at timestamptz(3),
        last_sync_at timestamptz(3),
        stay_count int not null default 0,
        unmapped text[] not null default '{}',
        version int not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted boolean not null default false,
        primary key (group_id, id),
        constraint connections_events_key unique (events_key)
      )`);
    this.addSql(`
      create table connection_work (
        group_id int not null,
        connection_id int not null,
        kind text not null,
        due_at timestamptz(3) not null,
        lease uuid,
        leased_until timestamptz(3),
        progress json,
        primary key (group_id, connection_id),
        foreign key (group_id, connection_id) references connections on delete cascade
      )`);
    this.addSql('create index connection_work_due on connection_work (due_at)');
    this.addSql(`
      create view enabled_connections as
      select group_id, id, kind, provider, location_ids from connections where enabled and not deleted`);
  }
}
