import { OnlineMigration } from '#platform/database';

/**
 * Dead rows are cleaned at a twentieth of a partition: partitions have settings of their own (docs/scaling.md). The worker's next turn sets
 * them on those that are there, however they were made.
 */
export class PartitionsVacuumed extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace function webhook_partitions_ahead(moment timestamptz, months int) returns void language plpgsql
      set lock_timeout = '3s' as $$
      declare
        first timestamp;
        parent text;
        child text;
      begin
        for ahead in 0..months loop
          first := date_trunc('month', moment at time zone 'UTC') + make_interval(months => ahead);
          foreach parent in array array['webhook_deliveries', 'webhook_attempts'] loop
            child := parent || to_char(first, '_YYYY_MM');
            continue when to_regclass(child) is not null;
            begin
              execute format('create table %I partition of %I for values from (%L) to (%L)', child, parent,
                uuid_floor(first at time zone 'UTC'), uuid_floor((first + interval '1 month') at time zone 'UTC'));
            exception when check_violation then
              -- Rows of that month stand in the default partition already; they stay there.
              null;
            end;
          end loop;
        end loop;
        for child in
          select inhrelid::regclass from pg_inherits join pg_class on oid = inhrelid
          where inhparent in ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass) and reloptions is null
        loop
          begin
            execute format(
              'alter table %s set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)', child);
          exception when lock_not_available then
            -- It is being vacuumed by hand or against wraparound: the next turn sets it.
            null;
          end;
        end loop;
      end $$`);
  }
}
