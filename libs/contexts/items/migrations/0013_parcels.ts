import { OnlineMigration } from '#platform/database';

/** Since when parcels are in trouble, and their carriers' pages (decisions.md, section 14, Tracking). */
export class ItemParcelsInTrouble extends OnlineMigration {
  override up(): void {
    this.addSql('alter table items add column problem_since timestamptz(3)');
    this.addSql(`
      create or replace view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number,
        payment ->> 'paymentStatus' as payment_status, shipment ->> 'trackingUrl' as tracking_url
      from items`);
    this.addSql(`
      create index concurrently items_in_trouble on items (group_id, problem_since, id) include (location_id)
      where problem_since is not null`);
  }
}
