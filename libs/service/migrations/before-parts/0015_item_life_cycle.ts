import { Migration } from '@mikro-orm/migrations';

/** What is known of an item's shipment, and the items that storage ends for, soonest first. */
export class ItemLifeCycle extends Migration {
  override up(): void {
    this.addSql('alter table items add column shipment json');
    this.addSql(`
      create index items_expiring on items (storage_expires_at)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest')`);
  }
}
