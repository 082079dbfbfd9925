import { OnlineMigration } from '#platform/database';

/** What the owner pays for the shipment. */
export class ItemPayments extends OnlineMigration {
  override up(): void {
    this.addSql('alter table items add column payment json');
  }
}
