import { OnlineMigration } from '#platform/database';

/** Endpoints that are told named events, beside the one configuration; sealed credentials of addresses; why a kind is disabled; ranges to redeliver. */
export class WebhooksOf020 extends OnlineMigration {
  static readonly replaces = [
    'webhooks/0002_user_parts',
    'webhooks/0003_event_endpoints',
    'webhooks/0004_endpoint_versions',
    'webhooks/0005_long_backlogs',
    'webhooks/0006_vacuumed',
  ];

  override up(): void {
    // The service seals the credentials that stand in addresses when it starts, as no migration has its key.
    this.addSql(`
      alter table webhook_endpoints
        add column if not exists user_part bytea,
        add column if not exists disabled_reason text,
        drop constraint if exists webhook_endpoints_disabled_reason_check,
        add constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('gone', 'failing')) not valid`);
    this.addSql('alter table webhook_endpoints validate constraint webhook_endpoints_disabled_reason_check');
    this.addSql('alter table webhook_configurations add column if not exists endpoints_made int not null default 0');
    this.addSql('alter table webhook_deliveries add column if not exists event text');
    this.addSql(`
      create table if not exists webhook_event_endpoints (
        group_id int not null references webhook_configurations,
        id int not null,
        url text not null,
        user_part bytea,
        description text,
        event_types text[] not null,
        location_ids text[],
        enabled boolean not null,
        disabled_reason text check (disabled_reason in ('gone', 'failing')),
        secret bytea not null,
        old_secret bytea,
        old_secret_until timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      )`);
    this.addSql('alter table webhook_event_endpoints add column if not exists version int not null default 1');
    this.addSql(`
      create table if not exists webhook_redeliveries (
        group_id int not null references groups,
        id uuid not null,
        kind text not null,
        status text not null check (status in ('success', 'failed')),
        event text,
        after_id uuid not null,
        last_id uuid not null,
        primary key (group_id, id)
      )`);
    // From what was recorded of deliveries the credentials are taken away.
    this.backfill({
      table: 'webhook_deliveries',
      set: "endpoint = regexp_replace(endpoint, '^([^/]+//)[^/?#]*@', '\\1')",
      where: "endpoint ~ '^[^/]+//[^/?#]*@'",
    });
  }
}
