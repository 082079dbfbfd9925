import { Injectable, Logger } from '@nestjs/common';
import {
  ConnectionSettings,
  type OpenConnection,
  OpenConnections,
  type PaymentProvider,
  ProviderFailed,
  Providers,
} from '#contexts/connections';
import { type ItemRow, PaymentsOfItems } from '#contexts/items';
import { Database } from '#platform/database';
import { type Cause } from '#platform/event-store';
import { moneyOf } from '#platform/kernel';
import type { PaymentPageRow } from './store/payment.entity.js';
import { moneyAskedOn, PaymentPages } from './store/payment-pages.js';
import { IncomingPayments } from './work/incoming-payments.js';

/** A guest's way to pay, and back. */
export interface Visit {
  cause: Cause;
  item: ItemRow;
  /** The purpose, in words for the guest. */
  description: string;
  /** The guest's own page. */
  home: string;
  /** The same, for who comes back. */
  returnUrl: string;
  language: string;
}

/** The place that the guest is led to: `there` to the provider; `waiting`: it was paid, or is on its way; `away`: it does not answer. */
export type Led = { to: 'there'; url: string } | { to: 'waiting' | 'away' };

/** The item was to be paid elsewhere, or not at all, before it was led there. */
class Overtaken extends Error {}

/** Leads guests to the pages of providers of payments (decisions.md, section 14, Payment). */
@Injectable()
export class GuestPayments {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly settings: ConnectionSettings,
    private readonly pages: PaymentPages,
    private readonly incoming: IncomingPayments,
    private readonly items: PaymentsOfItems,
    private readonly database: Database,
  ) {}

  /** The connection by which guests of a Location pay; null where there is none. */
  covering(groupID: number, locationID: string): Promise<OpenConnection | null> {
    return this.connections.covering(groupID, 'payment', locationID);
  }

  /** The addresses that a form may lead to by its answer: a provider's page goes on to those of banks. */
  destinationsOf({ provider }: OpenConnection): string {
    const own = this.settings.urls[provider];
    return own === undefined ? 'https:' : `https: ${new URL(own).origin}`;
  }

  /** Leads to the page that there is, or to a new one. It is made at the provider when the guest first goes there. */
  async lead(connection: OpenConnection, visit: Visit): Promise<Led> {
    // All its calls together have the time that a guest waits at most.
    const provider = this.providers.payment(connection, 'together');
    try {
      return (await this.again(connection, provider, visit)) ?? (await this.open(connection, provider, visit));
    } catch (error) {
      if (error instanceof Overtaken) return { to: 'waiting' };
      if (!(error instanceof ProviderFailed)) throw error;
      const { group_id: groupID, id: itemID } = visit.item;
      this.log.warn({ msg: `A guest could not be led to pay: ${error.message}`, groupID, itemID });
      return { to: 'away' };
    }
  }

  /** @returns null where no page is open any more */
  private async again(connection: OpenConnection, provider: PaymentProvider, visit: Visit): Promise<Led | null> {
    const { item } = visit;
    const page = await this.pages.current(item.group_id, item.id);
    if (!page || page.connection_id !== connection.id || page.provider_id === null) return null;
    const there = await provider.find(page.provider_id);
    if (there && there.state !== 'ended') {
      if (there.url !== null && there.state === 'open') {
        const isOpened =
          item.payment?.reference === page.provider_id || (await this.finish(connection, page, page.provider_id, visit));
        return isOpened ? { to: 'there', url: there.url } : null;
      }
      // A provider that signs is believed only by what it signs.
      if (this.providers.readsAgain(connection)) await this.incoming.take(connection, there);
      return { to: 'waiting' };
    }
    await this.pages.ended(page);
    return null;
  }

  private async open(connection: OpenConnection, provider: PaymentProvider, visit: Visit): Promise<Led> {
    const { description, home, returnUrl, language } = visit;
    const page = await this.beginFor(connection, visit);
    if (!page) return { to: 'away' };
    const opened = await provider.open({
      reference: page.reference,
      money: moneyAskedOn(page),
      description,
      returnUrl,
      cancelUrl: home,
      eventsUrl: connection.eventsUrl,
      language,
    });
    await this.pages.named(page, opened.id);
    await this.keep(connection, page, opened.id, visit);
    return { to: 'there', url: opened.url };
  }

  /** Finishes what another process did not come to. @returns false where another page, or none, is to be opened instead */
  private async finish(connection: OpenConnection, page: PaymentPageRow, reference: string, visit: Visit): Promise<boolean> {
    const begun = await this.beginFor(connection, visit);
    if (begun?.number !== page.number) return false;
    await this.keep(connection, page, reference, visit);
    return true;
  }

  private beginFor(connection: OpenConnection, { item }: Visit): Promise<PaymentPageRow | null> {
    const { amount, currency } = item.payment!;
    return this.pages.begin(connection, item.id, moneyOf(amount, currency));
  }

  /** @throws Overtaken where the item is not to be paid there any more: the worker ends the page */
  private async keep({ groupID, provider }: OpenConnection, page: PaymentPageRow, reference: string, { cause, home }: Visit) {
    try {
      await this.database.inTransaction(async () => {
        const money = moneyAskedOn(page);
        const lead = { type: 'LeadToPayment', provider, reference, money, url: home } as const;
        const now = await this.items.follow(groupID, page.item_id, cause, lead);
        if (now?.reference !== reference || !(await this.pages.opened(page))) throw new Overtaken();
      });
    } catch (error) {
      if (error instanceof Overtaken) await this.pages.unwant(page);
      throw error;
    }
  }
}
