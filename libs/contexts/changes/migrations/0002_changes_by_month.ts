import { OnlineMigration } from '#platform/database';

/**
 * Changes by month, so that a month can be dropped. The table that is there becomes the partition of all months up to the one after the
 * next, and is named by that month: no row is moved. A constraint says so first, so that attaching it reads nothing.
 */
export class ChangesByMonth extends OnlineMigration {
  override up(): void {
    // Numbers are times in microseconds; where the clock was once ahead, they go on from there.
    this.addSql(`
      do $$ declare
        ahead bigint;
        ends timestamp;
      begin
        with recursive last as (
          (select group_id, number from changes order by group_id desc, number desc limit 1)
          union all
          select next.* from last cross join lateral (
            select group_id, number from changes where group_id < last.group_id order by group_id desc, number desc limit 1
          ) next
        ) select max(number) from last into ahead;
        ends := date_trunc('month', greatest(now(), to_timestamp(ahead / 1e6)) at time zone 'UTC') + interval '3 months';
        execute format('alter table changes add constraint changes_end check (number < %s) not valid',
          (extract(epoch from ends) * 1000000)::bigint);
      end $$`);
    this.addSql('alter table changes validate constraint changes_end');
    this.addSql(`
      do $$ declare
        ends bigint := (select substring(pg_get_constraintdef(oid) from '\\d+') from pg_constraint
          where conrelid = 'changes'::regclass and conname = 'changes_end');
        past text := 'changes' || to_char(to_timestamp(ends / 1e6) at time zone 'UTC' - interval '1 month', '_YYYY_MM');
        has_rows boolean;
        first timestamp;
      begin
        execute format('alter table changes rename to %I', past);
        execute format('alter index changes_pkey rename to %I', past || '_pkey');
        execute format('alter index changes_by_location rename to %I', past || '_group_id_location_id_number_idx');
        execute format('create table changes (like %I) partition by range (number)', past);
        alter table changes add primary key (group_id, number);
        create index changes_by_location on changes (group_id, location_id, number);
        create table changes_default partition of changes default;
        execute format('select exists (select from %I)', past) into has_rows;
        if has_rows then
          execute format('alter table changes attach partition %I for values from (minvalue) to (%L)', past, ends);
          execute format('alter table %I drop constraint changes_end', past);
        else
          execute format('drop table %I', past);
          for ahead in 0..2 loop
            first := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
            execute format('create table %I partition of changes for values from (%L) to (%L)', 'changes' || to_char(first, '_YYYY_MM'),
              (extract(epoch from first) * 1000000)::bigint, (extract(epoch from first + interval '1 month') * 1000000)::bigint);
          end loop;
        end if;
      end $$`);
  }
}
