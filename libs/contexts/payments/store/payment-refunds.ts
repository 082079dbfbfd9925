import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { OpenConnection } from '#contexts/connections';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock, type Money } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import type { PaymentPageRow, PaymentRefundRow } from './payment.entity.js';
import { isOurs } from './payment-pages.js';

export type RefundKey = Pick<PaymentRefundRow, 'group_id' | 'item_id' | 'number'>;

/** A refund as staff ask for it. */
export interface AskedRefund {
  money: Money;
  /** The amount as given; null: all that is left. */
  asked: number | null;
  reason: string;
  /** The mark by which the call is known again; null where it says nothing. */
  key: Buffer | null;
}

const PURPOSE = 'payment-refund';
const contextOf = ({ group_id, item_id, number }: RefundKey) => `${PURPOSE}/${group_id}/${item_id}/${number}`;

export const SEALED_REFUNDS: SealedColumn = {
  table: 'payment_refunds',
  key: ['group_id', 'item_id', 'number'],
  column: 'reason',
  purpose: PURPOSE,
  context: (row) => contextOf(row as unknown as RefundKey),
};

/** Milliseconds: of a lease; and after which the worker goes on where a call ended. */
const [LEASE, UNFINISHED] = [30_000, 15_000];

/** The money that is given back, in PostgreSQL: each sum is written before the provider is called. */
@Injectable()
export class PaymentRefunds {
  readonly rows: LeasedRows<RefundKey>;
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    keyring: Keyring,
  ) {
    const key = { group_id: 'int', item_id: 'int', number: 'int' } as const;
    this.rows = new LeasedRows(database, clock, { table: sql`payment_refunds`, key, length: LEASE });
    this.sealer = keyring.of(PURPOSE);
  }

  /** The refunds of a page that were not refused. */
  of({ group_id, item_id, number }: PaymentPageRow): Promise<PaymentRefundRow[]> {
    return this.database.query(
      statement(sql<PaymentRefundRow>`
        select * from payment_refunds where group_id = ${group_id}::int and item_id = ${item_id}::int and page = ${number}::int
          and state <> 'refused' order by number`),
    );
  }

  /** The one that has a reference, of a page of the connection. */
  async found({ groupID, id }: OpenConnection, reference: string): Promise<PaymentRefundRow | null> {
    if (!isOurs(reference)) return null;
    return this.database.queryOne(
      statement(sql<PaymentRefundRow>`
        select r.* from payment_refunds r
        join payment_pages p on p.group_id = r.group_id and p.item_id = r.item_id and p.number = r.page
        where r.reference = ${reference}::uuid and p.group_id = ${groupID}::int and p.connection_id = ${id}::int`),
    );
  }

  /** Whether money is to be given back by a connection still. */
  async areBegun(groupID: number, connectionID: number): Promise<boolean> {
    const begun = sql`
      select 1 from payment_refunds r
      join payment_pages p on p.group_id = r.group_id and p.item_id = r.item_id and p.number = r.page
      where r.claimable_at is not null and r.group_id = ${groupID}::int and p.connection_id = ${connectionID}::int limit 1`;
    return (await this.database.query(statement(begun))).length > 0;
  }

  /** Intends to give money back; within a transaction that has the item's turn. */
  async begin(page: PaymentPageRow, { money, asked, reason, key }: AskedRefund): Promise<PaymentRefundRow> {
    const number = await this.nextOf(page);
    const sealed = this.sealer.seal(reason, contextOf({ ...page, number }));
    const after = this.rows.after(UNFINISHED);
    const [refund] = await this.database.query(
      statement(sql<PaymentRefundRow>`
        insert into payment_refunds (group_id, item_id, number, page, kind, reference, amount, currency, asked, call_key, reason,
          claimable_at, created_at)
        values (${page.group_id}::int, ${page.item_id}::int, ${number}::int, ${page.number}::int, 'refund', ${randomUUID()}::uuid,
          ${money.amount}::float8, ${money.currency}::text, ${asked}::float8, ${key}::bytea, ${sealed}::bytea, ${after},
          ${serviceTime(this.clock)})
        returning *`),
    );
    return refund!;
  }

  /** Intends to return what is left of what came for a payment that is withdrawn: once, and at once by the worker. */
  async return(page: PaymentPageRow, paid: Money): Promise<void> {
    const now = serviceTime(this.clock);
    const { currency } = paid;
    const given = (await this.of(page)).filter(({ kind }) => kind === 'refund');
    const amount = given.reduce((left, refund) => left - refund.amount, paid.amount);
    if (amount <= 0) return;
    await this.database.query(
      statement(sql`
        insert into payment_refunds (group_id, item_id, number, page, kind, reference, amount, currency, claimable_at, created_at)
        values (${page.group_id}::int, ${page.item_id}::int, ${await this.nextOf(page)}::int, ${page.number}::int, 'return',
          ${randomUUID()}::uuid, ${amount}::float8, ${currency}::text, ${now}, ${now})
        on conflict (group_id, item_id, page) where kind = 'return' do nothing`),
    );
  }

  reasonOf(refund: PaymentRefundRow): string | null {
    return refund.reason && this.sealer.open(Buffer.from(refund.reason), contextOf(refund)).toString();
  }

  /** It was given back. @returns false where that was known */
  done(refund: RefundKey): Promise<boolean> {
    return this.change(refund, sql`state = 'done', reason = null, claimable_at = null, lease_token = null`, sql`state = 'begun'`);
  }

  /** The provider said no. */
  refused(refund: RefundKey): Promise<boolean> {
    return this.change(
      refund,
      sql`state = 'refused', reason = null, claimable_at = null, lease_token = null`,
      sql`state = 'begun'`,
    );
  }

  /** It has failed, maybe after it was done. @returns how it stood; null where that was known */
  async failed(refund: RefundKey): Promise<'done' | 'begun' | null> {
    const set = sql`state = 'refused', reason = null, claimable_at = null, lease_token = null`;
    if (await this.change(refund, set, sql`state = 'done'`)) return 'done';
    return (await this.refused(refund)) ? 'begun' : null;
  }

  async isRefused({ group_id, item_id, number }: RefundKey): Promise<boolean> {
    const refused = sql`
      select 1 from payment_refunds
      where group_id = ${group_id}::int and item_id = ${item_id}::int and number = ${number}::int and state = 'refused'`;
    return (await this.database.query(statement(refused))).length > 0;
  }

  /** The caller who asked for it was told. */
  answered(refund: RefundKey): Promise<boolean> {
    return this.change(refund, sql`answered = true`);
  }

  /** Takes the one that has been due longest; null where none is. @param but Groups of which none is taken */
  claim(token: string, but: readonly number[]): Promise<PaymentRefundRow | null> {
    const { rows } = this;
    const which = sql`w.group_id <> all (${but}::int[])`;
    return this.database.queryOne(
      statement(sql<PaymentRefundRow>`
        with due as materialized (${rows.firstDue(which, sql`1`, sql`w.group_id, w.item_id, w.number`)})
        update payment_refunds w set ${rows.taken(token)}, attempts = w.attempts + 1 from due where ${rows.isSame('due')} returning w.*`),
    );
  }

  private async nextOf({ group_id, item_id }: PaymentPageRow): Promise<number> {
    const next = await this.database.queryOne(
      statement(sql<{ next: number }>`
        select coalesce(max(number), 0) + 1 as next from payment_refunds where group_id = ${group_id}::int and item_id = ${item_id}::int`),
    );
    return next!.next;
  }

  private async change(
    { group_id, item_id, number }: RefundKey,
    set: ReturnType<typeof sql>,
    only = sql`true`,
  ): Promise<boolean> {
    const changed = await this.database.query(
      statement(sql`
        update payment_refunds set ${set}
        where group_id = ${group_id}::int and item_id = ${item_id}::int and number = ${number}::int and ${only} returning 1`),
    );
    return changed.length > 0;
  }
}
