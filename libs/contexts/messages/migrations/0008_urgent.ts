import { OnlineMigration } from '#platform/database';

/** What staff write, and confirmations, go before all that the service writes by itself. */
export class UrgentMessages extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages add column urgent boolean not null default false');
    this.addSql(
      'create index concurrently messages_urgent on messages (group_id, location_id, claimable_at) where claimable_at is not null and urgent',
    );
  }
}
