import { OnlineMigration } from '#platform/database';

/** What is done to the service itself, by month, so that a month can be dropped. */
export class AuditEntries extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table audit_entries (
        group_id int not null,
        number bigint not null,
        action text not null,
        outcome text not null,
        user_id int,
        username text,
        token_id uuid,
        token_name text,
        command_line boolean not null,
        address text,
        target_kind text,
        target_id text,
        details json not null,
        primary key (group_id, number)
      ) partition by range (number)`);
    this.addSql('create table audit_entries_default partition of audit_entries default');
    this.addSql(`
      do $$ declare
        first timestamp;
      begin
        for ahead in 0..2 loop
          first := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
          execute format('create table %I partition of audit_entries for values from (%L) to (%L)',
            'audit_entries' || to_char(first, '_YYYY_MM'),
            (extract(epoch from first) * 1000000)::bigint, (extract(epoch from first + interval '1 month') * 1000000)::bigint);
        end loop;
      end $$`);
  }
}
