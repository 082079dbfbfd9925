import { OnlineMigration } from '#platform/database';

/** Messages say that shipping is still to be paid. */
export class ItemParcelPayments extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number,
        payment ->> 'paymentStatus' as payment_status
      from items`);
  }
}
