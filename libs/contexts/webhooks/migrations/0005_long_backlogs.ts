import { OnlineMigration } from '#platform/database';

/** Why the service has disabled a kind of the configuration, so that what waits for it can end bit by bit; and ranges to redeliver likewise. */
export class LongBacklogs extends OnlineMigration {
  override up(): void {
    this.addSql('alter table webhook_endpoints add column disabled_reason text');
    this.addSql(
      `alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
        check (disabled_reason in ('gone', 'failing')) not valid`,
    );
    this.addSql('alter table webhook_endpoints validate constraint webhook_endpoints_disabled_reason_check');
    this.addSql(`
      create table webhook_redeliveries (
        group_id int not null references groups,
        id uuid not null,
        kind text not null,
        status text not null check (status in ('success', 'failed')),
        event text,
        after_id uuid not null,
        last_id uuid not null,
        primary key (group_id, id)
      )`);
  }
}
