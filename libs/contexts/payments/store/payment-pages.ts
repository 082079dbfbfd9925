import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { OpenConnection } from '#contexts/connections';
import { Database, serviceTime, statement, takeTurn } from '#platform/database';
import { Clock, type Money } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import type { PaymentPageRow } from './payment.entity.js';

export type PageKey = Pick<PaymentPageRow, 'group_id' | 'item_id' | 'number'>;

/** Milliseconds: of a lease; and after which a page that nobody finished opening is looked after. */
const [LEASE, UNFINISHED] = [30_000, 60_000];

/** The pages of providers on which items are paid, in PostgreSQL. */
@Injectable()
export class PaymentPages {
  readonly rows: LeasedRows<PageKey>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    const key = { group_id: 'int', item_id: 'int', number: 'int' } as const;
    this.rows = new LeasedRows(database, clock, { table: sql`payment_pages`, key, length: LEASE });
  }

  /** The page on which an item is to be paid; one that is being opened too. */
  async current(groupID: number, itemID: number): Promise<PaymentPageRow | null> {
    return this.database.queryOne(
      statement(sql<PaymentPageRow>`
        select * from payment_pages
        where group_id = ${groupID}::int and item_id = ${itemID}::int and wanted and state = 'open' order by number desc limit 1`),
    );
  }

  async one({ group_id, item_id, number }: PageKey): Promise<PaymentPageRow | null> {
    return this.database.queryOne(
      statement(sql<PaymentPageRow>`
        select * from payment_pages where group_id = ${group_id}::int and item_id = ${item_id}::int and number = ${number}::int`),
    );
  }

  /** The page of a payment at the provider, by our reference, else by its own. */
  async found(
    { groupID, id }: OpenConnection,
    payment: { id: string; reference: string | null },
  ): Promise<PaymentPageRow | null> {
    const { reference } = payment;
    if (!isOurs(reference)) return null;
    return this.database.queryOne(
      statement(sql<PaymentPageRow>`
        select * from payment_pages where reference = ${reference}::uuid and group_id = ${groupID}::int and connection_id = ${id}::int
          and coalesce(provider_id, ${payment.id}::text) = ${payment.id}::text`),
    );
  }

  /** The page on which an item was paid. */
  async paidAt(groupID: number, itemID: number, providerID: string): Promise<PaymentPageRow | null> {
    return this.database.queryOne(
      statement(sql<PaymentPageRow>`
        select * from payment_pages
        where group_id = ${groupID}::int and item_id = ${itemID}::int and provider_id = ${providerID}::text and wanted
        order by number desc limit 1`),
    );
  }

  /**
   * Intends to open a page, unless one is being opened there. Another one is not wanted any more.
   * @returns null where the connection was switched off meanwhile
   */
  begin({ groupID, id }: OpenConnection, itemID: number, { amount, currency }: Money): Promise<PaymentPageRow | null> {
    return this.database.inTransaction(async () => {
      await this.database.query(takeTurn({ name: `${groupID}/payment/${itemID}` }));
      // Held until the page is written: who switches the connection off meanwhile finds the page.
      const enabled = sql`select 1 from enabled_connections where group_id = ${groupID}::int and id = ${id}::int for share`;
      if ((await this.database.query(statement(enabled))).length === 0) return null;
      const known = await this.current(groupID, itemID);
      if (known && known.connection_id === id && known.amount === amount && known.currency === currency) {
        await this.change(known, sql`claimable_at = ${this.rows.after(UNFINISHED)}, lease_token = null`);
        return known;
      }
      if (known) await this.unwant(known);
      const [page] = await this.database.query(
        statement(sql<PaymentPageRow>`
          insert into payment_pages (group_id, item_id, number, connection_id, reference, amount, currency, claimable_at, created_at)
          select ${groupID}::int, ${itemID}::int, coalesce(max(number), 0) + 1, ${id}::int, ${randomUUID()}::uuid, ${amount}::float8,
            ${currency}::text, ${this.rows.after(UNFINISHED)}, ${serviceTime(this.clock)}
          from payment_pages where group_id = ${groupID}::int and item_id = ${itemID}::int
          returning *`),
      );
      return page!;
    });
  }

  /** Keeps the provider's name of it. */
  async named(page: PaymentPageRow, providerID: string): Promise<void> {
    if (page.provider_id !== null) return;
    await this.change(page, sql`provider_id = ${providerID}::text`, sql`provider_id is null`);
    page.provider_id = providerID;
  }

  /** It is open, and the item is to be paid there. @returns false where that is not so any more, or the worker is to see to it */
  opened(page: PageKey): Promise<boolean> {
    return this.change(
      page,
      sql`claimable_at = null, lease_token = null`,
      sql`wanted and (claimable_at is null or claimable_at > ${this.rows.now})`,
    );
  }

  /** The worker is to see which of a connection's open pages can stay so. */
  async review({ groupID, id }: Pick<OpenConnection, 'groupID' | 'id'>): Promise<void> {
    await this.database.query(
      statement(sql`
        update payment_pages set claimable_at = ${this.rows.now}, lease_token = null, attempts = 0
        where group_id = ${groupID}::int and connection_id = ${id}::int and state = 'open'`),
    );
  }

  /** Whether a connection has pages on which somebody may pay. */
  async areOpen(groupID: number, connectionID: number): Promise<boolean> {
    const open = sql`
      select 1 from payment_pages
      where group_id = ${groupID}::int and connection_id = ${connectionID}::int and state = 'open' limit 1`;
    return (await this.database.query(statement(open))).length > 0;
  }

  /** It was paid as it was asked for. */
  paid(page: PageKey): Promise<boolean> {
    return this.change(page, sql`state = 'paid', claimable_at = null, lease_token = null`);
  }

  /** Nobody can pay there any more. */
  ended(page: PageKey): Promise<boolean> {
    return this.change(page, sql`state = 'ended', claimable_at = null, lease_token = null`, sql`state = 'open'`);
  }

  /** The item is not to be paid there: the worker ends it. */
  unwant(page: PageKey): Promise<boolean> {
    return this.change(page, sql`wanted = false, claimable_at = ${this.rows.now}, lease_token = null, attempts = 0`, sql`wanted`);
  }

  /** Takes the one that has been due longest; null where none is. @param but Groups of which none is taken */
  claim(token: string, but: readonly number[]): Promise<PaymentPageRow | null> {
    const { rows } = this;
    const which = sql`w.group_id <> all (${but}::int[])`;
    return this.database.queryOne(
      statement(sql<PaymentPageRow>`
        with due as materialized (${rows.firstDue(which, sql`1`, sql`w.group_id, w.item_id, w.number`)})
        update payment_pages w set ${rows.taken(token)}, attempts = w.attempts + 1 from due where ${rows.isSame('due')} returning w.*`),
    );
  }

  private async change({ group_id, item_id, number }: PageKey, set: ReturnType<typeof sql>, only = sql`true`): Promise<boolean> {
    const changed = await this.database.query(
      statement(sql`
        update payment_pages set ${set}
        where group_id = ${group_id}::int and item_id = ${item_id}::int and number = ${number}::int and ${only} returning 1`),
    );
    return changed.length > 0;
  }
}

/** The money that is to be paid there. */
export const moneyAskedOn = ({ amount, currency }: Pick<PaymentPageRow, 'amount' | 'currency'>): Money => ({ amount, currency });

/** Whether a reference may be one of ours: what others gave with a payment of theirs may be anything. */
export function isOurs(reference: string | null): reference is string {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(reference ?? '');
}
