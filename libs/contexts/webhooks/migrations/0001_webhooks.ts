import { Migration } from '@mikro-orm/migrations';

/** Webhook configuration, deliveries and their attempts. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table webhook_configurations (
        group_id int primary key references groups,
        secret bytea not null,
        old_secret bytea,
        old_secret_until timestamptz(3)
      )`);
    this.addSql(`
      create table webhook_endpoints (
        group_id int not null references webhook_configurations,
        kind text not null check (kind in ('itemStatus', 'requestStatus')),
        enabled boolean not null,
        url text,
        failing_since timestamptz(3),
        primary key (group_id, kind)
      )`);

    // Partitioned by the time in the ID (UUID version 7), so that a whole month can be dropped.
    this.addSql(`
      create table webhook_deliveries (
        group_id int not null,
        id uuid not null,
        kind text not null,
        location_id text,
        subject_id int,
        subject_status text,
        body text not null,
        created_at timestamptz(3) not null,
        status text check (status in ('success', 'failed')),
        attempts int not null default 0,
        response_status int,
        error text,
        duration_ms int,
        endpoint text,
        last_attempt_at timestamptz(3),
        next_attempt_at timestamptz(3),
        step int not null default 0,
        redelivery boolean not null default false,
        claimable_at timestamptz(3),
        lease_token uuid,
        primary key (group_id, id)
      ) partition by range (id)`);
    this.addSql(`
      create table webhook_attempts (
        group_id int not null,
        delivery_id uuid not null,
        attempt int not null,
        trigger text not null,
        requested_at timestamptz(3) not null,
        duration_ms int,
        response_status int,
        error text,
        address text,
        response_body text,
        primary key (group_id, delivery_id, attempt)
      ) partition by range (delivery_id)`);

    this.addSql(
      `create index webhook_deliveries_due on webhook_deliveries (group_id, kind, claimable_at) where claimable_at is not null`,
    );
    for (const [name, columns, condition] of [
      ['listed', 'group_id, kind, id', 'status is not null and location_id is not null'],
      ['failed', 'group_id, kind, id', `status = 'failed' and location_id is not null`],
      ['listed_by_location', 'group_id, location_id, kind, id', 'status is not null'],
      ['failed_by_location', 'group_id, location_id, kind, id', `status = 'failed'`],
      ['health', 'group_id, location_id, kind, last_attempt_at', 'status is not null'],
    ]) {
      this.addSql(`create index webhook_deliveries_${name} on webhook_deliveries (${columns}) where ${condition}`);
    }
    this.addSql('create table webhook_deliveries_default partition of webhook_deliveries default');
    this.addSql('create table webhook_attempts_default partition of webhook_attempts default');
    this.partitioning();
  }

  /** Creates and drops monthly partitions: called here, so that the first delivery finds one, and regularly by the worker. */
  private partitioning(): void {
    this.addSql(`
      create function uuid_floor(moment timestamptz) returns uuid language sql immutable as $$
        select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      $$`);
    this.addSql(`
      create function webhook_partitions_ahead(moment timestamptz, months int) returns void language plpgsql
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
      end $$`);
    this.addSql(`
      create function webhook_partitions_drop(before timestamptz) returns void language plpgsql
      set lock_timeout = '3s' as $$
      declare
        child text;
      begin
        for child in
          select inhrelid::regclass::text from pg_inherits
          where inhparent in ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
        loop
          continue when child !~ '_\\d{4}_\\d{2}$';
          if to_date(right(child, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC' then
            execute format('drop table %I', child);
          end if;
        end loop;
        delete from webhook_attempts_default where delivery_id < uuid_floor(before);
        delete from webhook_deliveries_default where id < uuid_floor(before);
      end $$`);
    this.addSql('select webhook_partitions_ahead(now(), 2)');
  }
}
