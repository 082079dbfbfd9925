import { OnlineMigration } from '#platform/database';

/** Imports of items, what is known of their rows while they run, and the rows that were refused. */
export class Imports extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table imports (
        group_id int not null references groups,
        id int not null,
        status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
        dry_run boolean not null,
        user_id int,
        token_id uuid,
        request_id text,
        location_id text,
        location_ids text[] not null default '{}',
        delimiter text not null,
        columns text[] not null,
        file uuid not null,
        sealed_key bytea,
        parts int not null,
        next_byte int not null,
        next_row int not null default 1,
        rows int,
        accepted int not null default 0,
        refused int not null default 0,
        version int not null default 1,
        request_key bytea,
        lease uuid,
        leased_until timestamptz(3),
        worked_at timestamptz(3),
        created_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        primary key (group_id, id)
      )`);
    this.addSql('create index imports_unfinished on imports (group_id, id) where parts > 0');
    this.addSql('create unique index imports_request_key on imports (group_id, request_key) where request_key is not null');
    this.addSql(`
      create table import_rows (
        group_id int not null,
        import_id int not null,
        row int not null,
        key bytea,
        primary key (group_id, import_id, row),
        foreign key (group_id, import_id) references imports on delete cascade
      )`);
    this.addSql('create index import_rows_key on import_rows (group_id, import_id, key) where key is not null');
    this.addSql(`
      create table import_refusals (
        group_id int not null,
        import_id int not null,
        row int not null,
        errors json not null,
        primary key (group_id, import_id, row),
        foreign key (group_id, import_id) references imports on delete cascade
      )`);
  }
}
