import { OnlineMigration } from '#platform/database';

/** Endpoints count their changes, for `If-Match`. */
export class EndpointVersions extends OnlineMigration {
  override up(): void {
    this.addSql('alter table webhook_event_endpoints add column version int not null default 1');
  }
}
