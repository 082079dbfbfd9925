import { OnlineMigration } from '#platform/database';

/** The columns of an item that other contexts may join to tell where its parcel is. */
export class ItemParcels extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number from items`);
  }
}
