import { Injectable, Logger } from '@nestjs/common';
import { type OpenConnection, ProviderFailed, ProviderRefused } from '#contexts/connections';
import { PaymentsOfItems } from '#contexts/items';
import { Database } from '#platform/database';
import { BY_ITSELF } from '#platform/event-store';
import type { PaymentRefundRow } from '../store/payment.entity.js';
import { PaymentPages } from '../store/payment-pages.js';
import { PaymentRefunds } from '../store/payment-refunds.js';

/** The connection by which it was paid was deleted: nobody can be asked. */
export class ConnectionGone extends ProviderFailed {
  constructor() {
    super('The connection by which it was paid was deleted: give the money back at the provider', { isSettled: true });
  }
}

/** Whether a refund that failed so fails each time. */
export function isLost(error: unknown): error is ProviderFailed {
  return error instanceof ConnectionGone || (error instanceof ProviderRefused && error.isSettled);
}

/** Money that was not given back after all: the item and its history say so, for staff to see to it. */
@Injectable()
export class FailedRefunds {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly pages: PaymentPages,
    private readonly refunds: PaymentRefunds,
    private readonly items: PaymentsOfItems,
    private readonly database: Database,
  ) {}

  /** The provider says that one has failed, at once or days later. One that is none of ours is left alone. */
  async told(connection: OpenConnection, reference: string): Promise<void> {
    const refund = await this.refunds.found(connection, reference);
    if (refund) await this.end(refund);
  }

  /** Ends one. It may be asked for again, as another one. */
  async end(refund: PaymentRefundRow): Promise<void> {
    const { group_id: groupID, item_id: itemID, page: number, amount, currency } = refund;
    const page = await this.pages.one({ group_id: groupID, item_id: itemID, number });
    await this.database.inTransaction(async () => {
      const before = await this.refunds.failed(refund);
      if (before === null) return;
      const isCounted = before === 'done' && refund.kind === 'refund';
      const money = { amount, currency };
      const failed = { type: 'NoteFailedRefund', reference: page?.provider_id ?? null, money, isCounted } as const;
      await this.items.follow(groupID, itemID, BY_ITSELF, failed);
      this.log.warn({ msg: 'Money could not be given back', groupID, itemID });
    });
  }
}
