import { OnlineMigration } from '#platform/database';

/** Finds the pages that are open at a connection, and a refund by its reference. */
export class PaymentEndings extends OnlineMigration {
  override up(): void {
    this.addSql(`create index concurrently payment_pages_open on payment_pages (group_id, connection_id) where state = 'open'`);
    this.addSql('create index concurrently payment_refunds_reference on payment_refunds (reference)');
  }
}
