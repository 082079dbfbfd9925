import { OnlineMigration } from '#platform/database';

/**
 * A column for the credentials of addresses, encrypted: the service seals those that stand in addresses when it starts, as no migration
 * has its key. From what was recorded of deliveries they are taken away here.
 */
export class UserParts extends OnlineMigration {
  override up(): void {
    this.addSql('alter table webhook_endpoints add column user_part bytea');
    this.backfill({
      table: 'webhook_deliveries',
      set: "endpoint = regexp_replace(endpoint, '^([^/]+//)[^/?#]*@', '\\1')",
      where: "endpoint ~ '^[^/]+//[^/?#]*@'",
    });
  }
}
