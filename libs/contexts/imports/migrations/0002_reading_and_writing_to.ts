import { OnlineMigration } from '#platform/database';

/** How a file is read, whether owners are written to, and the refused rows as they came. */
export class ImportsReadingAndWritingTo extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table import_addresses (
        group_id int not null,
        import_id int not null,
        address bytea not null,
        primary key (group_id, import_id, address),
        foreign key (group_id, import_id) references imports on delete cascade
      )`);
    this.addSql(`alter table import_refusals add column sealed_cells bytea`);
    this.addSql(`alter table import_rows add column refused boolean default false not null`);
    this.addSql(`alter table imports add column header text[] default '{}'::text[] not null`);
    this.addSql(`alter table imports add column date_format text default 'YYYY-MM-DD'::text not null`);
    this.addSql(`alter table imports add column encoding text default 'utf-8'::text not null`);
    this.addSql(`alter table imports add column notify boolean default true not null`);
    this.addSql(`alter table imports add column would_notify integer default 0 not null`);
  }
}
