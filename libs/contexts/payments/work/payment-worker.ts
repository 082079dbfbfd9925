import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { OpenConnections, ProviderFailed, Providers } from '#contexts/connections';
import { PaymentsOfItems } from '#contexts/items';
import { WorkUnderWay } from '#platform/concurrency';
import { Copies } from '#platform/copies';
import { BY_ITSELF } from '#platform/event-store';
import { isSameMoney, moneyOf } from '#platform/kernel';
import type { LeasedRows } from '#platform/leases';
import type { PaymentPageRow, PaymentRefundRow } from '../store/payment.entity.js';
import { moneyAskedOn, type PageKey, PaymentPages } from '../store/payment-pages.js';
import { PaymentRefunds } from '../store/payment-refunds.js';
import { FailedRefunds, isLost } from './failed-refunds.js';
import { GivingBack } from './giving-back.js';
import { IncomingPayments } from './incoming-payments.js';

/** Tries until a page that the provider lets nobody end is left, and a refund that never works: a month, and a week. */
const [PAGE_TRIES, REFUND_TRIES] = [750, 180];
/** Pages and refunds that are worked on at once, half of them of one Group: a provider that does not answer holds up no other. */
const AT_ONCE = 16;
/** Milliseconds until the second try, doubled for each further one up to the last. */
const [FIRST, LONGEST] = [5_000, 3_600_000];

/** Ends the pages on which nobody is to pay any more, and gives back what is to be given back; a crash goes on where it stopped. */
@Injectable()
export class PaymentWorker {
  private readonly log = new Logger('Payments');
  private readonly underWay = new WorkUnderWay(AT_ONCE);

  constructor(
    private readonly pages: PaymentPages,
    private readonly refunds: PaymentRefunds,
    private readonly incoming: IncomingPayments,
    private readonly giving: GivingBack,
    private readonly failed: FailedRefunds,
    private readonly items: PaymentsOfItems,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly copies: Copies,
  ) {}

  /** Begins with what has been due longest. @param ended called when that is done @returns whether there may be more to begin */
  async round(ended: () => void): Promise<boolean> {
    if (this.underWay.isFull || this.copies.isSilent) return false;
    const token = randomUUID();
    const begin = (groupID: number, work: () => Promise<void>) =>
      this.underWay.begin(groupID, () =>
        work()
          .catch((error) => this.log.error(error))
          .finally(ended),
      );
    const page = await this.pages.claim(token, this.underWay.crowded);
    if (page) begin(page.group_id, () => this.tried(this.pages.rows, token, page, () => this.settle(page)));
    if (this.underWay.isFull) return false;
    const refund = await this.refunds.claim(token, this.underWay.crowded);
    if (refund) begin(refund.group_id, () => this.tried(this.refunds.rows, token, refund, () => this.giveBack(refund)));
    return page !== null || refund !== null;
  }

  /** Waits for what is under way. */
  settled(): Promise<void> {
    return this.underWay.settled();
  }

  /** Work that failed is tried again later; rows that another change made due meanwhile stay so. */
  private async tried<Key extends PageKey>(
    rows: LeasedRows<PageKey>,
    token: string,
    row: Key & { attempts: number },
    work: () => Promise<number | null>,
  ): Promise<void> {
    let next: number | null = null;
    try {
      next = await work();
    } catch (error) {
      if (!(error instanceof ProviderFailed)) this.log.error(error);
      else this.log.warn({ msg: `A payment is tried again later: ${error.message}`, groupID: row.group_id, itemID: row.item_id });
      const pause = Math.min(FIRST * 2 ** Math.min(row.attempts - 1, 20), LONGEST);
      next = Math.max(pause, (error instanceof ProviderFailed && error.retryAfter) || 0);
    }
    await rows.change(token, [row], rows.left(next === null ? null : rows.after(sql`${next}::float8`)));
  }

  /** @returns milliseconds after which it is tried again; null: never */
  private async settle(page: PaymentPageRow): Promise<number | null> {
    const { group_id: groupID, connection_id } = page;
    const payment = page.wanted ? await this.paymentOn(page) : null;
    const used = payment && (await this.connections.covering(groupID, 'payment', payment.locationID));
    // One that is wanted was not finished to be opened: it is opened when the guest comes again.
    if (used?.id === connection_id) return null;
    if (page.wanted && !payment) await this.pages.unwant(page);
    const connection = page.provider_id === null ? null : await this.connections.one(groupID, connection_id);
    // Nobody was led to it, or it can not be reached any more.
    const isLeft = !connection || page.attempts > PAGE_TRIES;
    const there = isLeft ? null : await this.providers.payment(connection, 'together').end(page.provider_id!);
    if (there) await this.incoming.take(connection!, there);
    if (there?.state === 'open') return LONGEST;
    await this.pages.ended(page);
    return null;
  }

  /** The payment that is to be made on a page; null where the item's is another, or none. */
  private async paymentOn(page: PaymentPageRow) {
    const payment = await this.items.of(page.group_id, page.item_id);
    if (payment?.paymentStatus !== 'open') return null;
    const isNamed = payment.reference === null || payment.reference === page.provider_id;
    return isNamed && isSameMoney(moneyOf(payment.amount, payment.currency), moneyAskedOn(page)) ? payment : null;
  }

  private async giveBack(refund: PaymentRefundRow): Promise<null> {
    try {
      await this.giving.give(refund, BY_ITSELF);
    } catch (error) {
      const isOver = error instanceof ProviderFailed && (isLost(error) || refund.attempts > REFUND_TRIES);
      if (!isOver) throw error;
      await this.failed.end(refund);
    }
    return null;
  }
}
