import { Injectable, Logger } from '@nestjs/common';
import { type OpenConnection, ProviderEvents, type ProviderPayment, Providers } from '#contexts/connections';
import { PaymentsOfItems } from '#contexts/items';
import { Database } from '#platform/database';
import { BY_ITSELF } from '#platform/event-store';
import type { PaymentPageRow } from '../store/payment.entity.js';
import { moneyAskedOn, PaymentPages } from '../store/payment-pages.js';
import { PaymentRefunds } from '../store/payment-refunds.js';
import { FailedRefunds } from './failed-refunds.js';

/** Keeps what providers say of payments, however often and in whatever order they say it (decisions.md, section 14, Payment). */
@Injectable()
export class IncomingPayments {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly pages: PaymentPages,
    private readonly refunds: PaymentRefunds,
    private readonly items: PaymentsOfItems,
    private readonly database: Database,
    failed: FailedRefunds,
    providers: Providers,
    events: ProviderEvents,
  ) {
    events.of('payment', async (connection, event) => {
      const { payment, failedRefunds } = await providers.payment(connection, 'together').event(event);
      if (payment) await this.take(connection, payment);
      for (const reference of failedRefunds) await failed.told(connection, reference);
    });
  }

  /** Takes a payment as its provider has it; one that is none of ours is left alone. */
  async take(connection: OpenConnection, payment: ProviderPayment): Promise<void> {
    const page = await this.pages.found(connection, payment);
    if (!page) return;
    // Before the answer that it was opened, or where that was lost.
    await this.pages.named(page, payment.id);
    if (payment.paid === null) {
      if (payment.state === 'ended') await this.pages.ended(page);
      return;
    }
    const isTaken = page.wanted && (page.state === 'paid' || (await this.paid(connection, page, payment)));
    if (!isTaken) await this.refunds.return(page, payment.paid);
  }

  /** @returns false where the item is not to be paid there any more */
  private paid({ groupID, provider }: OpenConnection, page: PaymentPageRow, { id, paid }: ProviderPayment): Promise<boolean> {
    const there = { provider, reference: id };
    return this.database.inTransaction(async () => {
      const { item_id: itemID } = page;
      const money = moneyAskedOn(page);
      await this.items.follow(groupID, itemID, BY_ITSELF, { type: 'LeadToPayment', ...there, money, url: null });
      const now = await this.items.follow(groupID, itemID, BY_ITSELF, { type: 'TakePayment', ...there, money: paid! });
      if (now?.provider !== provider || now.reference !== id) return false;
      if (now.problem === 'amount') {
        this.log.warn({ msg: 'Other money than was asked for has come for a payment', groupID, itemID, provider, reference: id });
        return true;
      }
      return now.paymentStatus === 'paid' && this.pages.paid(page);
    });
  }
}
