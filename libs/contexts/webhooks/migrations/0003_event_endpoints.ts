import { OnlineMigration } from '#platform/database';

/** Endpoints that are told named events, beside the one configuration. Their deliveries stand with the others, each in its own lane. */
export class EventEndpoints extends OnlineMigration {
  override up(): void {
    this.addSql('alter table webhook_configurations add column endpoints_made int not null default 0');
    this.addSql('alter table webhook_deliveries add column event text');
    this.addSql(`
      create table webhook_event_endpoints (
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
  }
}
