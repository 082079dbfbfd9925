import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OpenConnections, type ProviderFailed } from '#contexts/connections';
import { ItemQueries, type ItemRow, type Payment, PaymentsOfItems } from '#contexts/items';
import { TransitionNotAllowed } from '#contexts/records/domain';
import { Database, takeTurn } from '#platform/database';
import { amountOf, type Caller, DomainError, type FieldCode, type Money, moneyOf, ValidationFailed } from '#platform/kernel';
import type { PaymentPageRow, PaymentRefundRow } from './store/payment.entity.js';
import { PaymentPages } from './store/payment-pages.js';
import { PaymentRefunds } from './store/payment-refunds.js';
import { ConnectionGone, isLost } from './work/failed-refunds.js';
import { GivingBack } from './work/giving-back.js';

interface Asked {
  /** null: all that is left. */
  amount: number | null;
  reason: string;
  /** The call's `Idempotency-Key`. */
  key: string | null;
}

/** The provider says no to giving money back, or cannot be asked any more. */
class RefundRefused extends DomainError {
  constructor({ message }: ProviderFailed) {
    super('conflict', 'conflict', `Nothing was given back: ${message}`);
  }
}

/** Gives back what guests paid at a provider (decisions.md, section 14, Payment). */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly rows: ItemQueries,
    private readonly items: PaymentsOfItems,
    private readonly pages: PaymentPages,
    private readonly refunds: PaymentRefunds,
    private readonly giving: GivingBack,
    private readonly connections: OpenConnections,
    private readonly database: Database,
  ) {}

  /**
   * A call that comes again, as its answer did not arrive, is the same refund: the worker has gone on with it meanwhile.
   * @throws NotFound; TransitionNotAllowed without a payment made there; ValidationFailed; RefundRefused; ProviderFailed
   */
  async execute(caller: Caller, itemID: number, asked: Asked): Promise<ItemRow> {
    const item = await this.rows.one(caller, itemID);
    const groupID = caller.group.id;
    const payment = await this.items.of(groupID, itemID);
    const page = payment && (await this.pageOf(groupID, itemID, payment));
    if (!page) throw new TransitionNotAllowed('item', item.status, 'refunded', 'What was not paid at a provider');
    if (!(await this.connections.one(groupID, page.connection_id))) throw new RefundRefused(new ConnectionGone());
    const key = asked.key === null ? null : hash('sha256', JSON.stringify([caller.actor, asked.key]), 'buffer');
    const refund = await this.begin(page, { ...asked, key });
    if (refund.state === 'begun') {
      try {
        await this.giving.give(refund, caller);
      } catch (error) {
        if (!isLost(error)) throw error;
        await this.refunds.refused(refund);
        throw new RefundRefused(error);
      }
    }
    await this.refunds.answered(refund);
    return this.rows.one(caller, itemID);
  }

  private pageOf(groupID: number, itemID: number, { provider, reference, paymentStatus }: Payment) {
    const isPaid = paymentStatus === 'paid' || paymentStatus === 'refunded';
    return isPaid && provider && reference ? this.pages.paidAt(groupID, itemID, reference) : null;
  }

  /** The refund that is under way, or was not answered; else a new one. */
  private begin(
    page: PaymentPageRow,
    { amount, reason, key }: Omit<Asked, 'key'> & { key: Buffer | null },
  ): Promise<PaymentRefundRow> {
    const { group_id: groupID, item_id: itemID, currency } = page;
    return this.database.inTransaction(async () => {
      await this.database.query(takeTurn({ name: `${groupID}/payment/${itemID}` }));
      const known = await this.refunds.of(page);
      const isAgain = ({ answered, call_key }: PaymentRefundRow) =>
        key !== null && call_key !== null ? key.equals(call_key) : !answered;
      const same = known.find((one) => one.kind === 'refund' && one.asked === amount && isAgain(one));
      if (same) return same;
      const payment = await this.items.of(groupID, itemID);
      const given = known.reduce((sum, one) => sum + one.amount, 0);
      const left = payment?.paymentStatus === 'refunded' ? 0 : page.amount - given;
      return this.refunds.begin(page, { money: moneyFor(amount, { amount: left, currency }), asked: amount, reason, key });
    });
  }
}

/** @throws ValidationFailed for nothing, for more than is left, and for parts of the smallest unit */
function moneyFor(amount: number | null, left: Money): Money {
  const money = amount === null ? left : moneyOf(amount, left.currency);
  const refuse = (code: FieldCode, message: string) => new ValidationFailed([{ field: 'amount', code, message }]);
  if (amount !== null && amountOf(money) !== amount) {
    throw refuse('invalid_format', `Has more decimals than ${left.currency} has.`);
  }
  if (money.amount <= 0 || money.amount > left.amount) {
    throw refuse('out_of_range', `Must be above 0 and at most what is left: ${amountOf(left)}.`);
  }
  return money;
}
