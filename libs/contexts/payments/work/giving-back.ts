import { Injectable } from '@nestjs/common';
import { OpenConnections, ProviderRefused, Providers } from '#contexts/connections';
import { PaymentsOfItems } from '#contexts/items';
import { Database } from '#platform/database';
import type { Cause } from '#platform/event-store';
import type { PaymentRefundRow } from '../store/payment.entity.js';
import { PaymentPages } from '../store/payment-pages.js';
import { PaymentRefunds } from '../store/payment-refunds.js';
import { ConnectionGone } from './failed-refunds.js';

/** Another has written down meanwhile what was done. */
class Known extends Error {}

/** Gives back what was begun to be given back: once, whoever tries it and how often. */
@Injectable()
export class GivingBack {
  constructor(
    private readonly pages: PaymentPages,
    private readonly refunds: PaymentRefunds,
    private readonly items: PaymentsOfItems,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly database: Database,
  ) {}

  /** @throws ProviderFailed; ProviderRefused; ConnectionGone */
  async give(refund: PaymentRefundRow, cause: Cause): Promise<void> {
    const { group_id: groupID, item_id: itemID, page: number, reference, amount, currency } = refund;
    const page = await this.pages.one({ group_id: groupID, item_id: itemID, number });
    const connection = page && (await this.connections.one(groupID, page.connection_id));
    if (!connection || page.provider_id === null) throw new ConnectionGone();
    const { provider } = connection;
    const money = { amount, currency };
    const id = page.provider_id;
    await this.providers.payment(connection, 'together').refund({ id, reference, money });
    const reason = this.refunds.reasonOf(refund) ?? '';
    const given =
      refund.kind === 'refund'
        ? ({ type: 'NoteRefund', provider, reference: id, money, reason } as const)
        : ({ type: 'NoteReturn', money } as const);
    try {
      await this.database.inTransaction(async () => {
        await this.items.follow(groupID, itemID, cause, given);
        if (!(await this.refunds.done(refund))) throw new Known();
      });
    } catch (error) {
      if (!(error instanceof Known)) throw error;
      if (await this.refunds.isRefused(refund)) throw new ProviderRefused(provider, 200, 'The refund has failed.');
    }
  }
}
