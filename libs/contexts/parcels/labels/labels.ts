import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Label, ParcelNews } from '#contexts/connections';
import { Database, statement } from '#platform/database';
import { Clock, DomainError, type Money } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import type { LabelRow } from './label.entity.js';
import { referenceOf } from './label-reference.js';

/** Milliseconds for which a label is held while its provider is called: longer than all the calls that somebody waits for. */
const LEASE = 15_000;
/** Milliseconds that a caller waits for another one who is buying, and between two looks. */
const [WAIT, LOOK] = [6_000, 200];

/** The key of a label. */
type Key = Pick<LabelRow, 'group_id' | 'item_id' | 'try'>;
/** A label that one caller or worker holds. */
export type HeldLabel = LabelRow & { lease_token: string };

const TABLE = sql.table('parcel_labels');
/** Labels of which it is not known what they are; as their index says it. */
const UNSETTLED = sql`(w.state in ('open', 'asked') or w.is_voiding)`;

/** The labels of items, each held by one at a time while its provider is called. */
@Injectable()
export class Labels {
  private readonly rows: LeasedRows<Key>;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    const key = { group_id: 'int', item_id: 'int', try: 'int' } as const;
    this.rows = new LeasedRows<Key>(database, clock, { table: TABLE, key, length: LEASE });
  }

  /** The latest label that was bought, void by now or not; null where none was. */
  async latestBought(groupID: number, itemID: number): Promise<LabelRow | null> {
    const latest = sql<LabelRow>`
      select * from parcel_labels where group_id = ${groupID}::int and item_id = ${itemID}::int and label_id is not null
      order by try desc limit 1`;
    return this.database.queryOne(statement(latest));
  }

  /** Takes the try to buy a label with: the one that is not decided, else the next. @throws DomainError `conflict` while another has it */
  async begin(groupID: number, itemID: number, connectionID: number): Promise<HeldLabel> {
    return this.patiently(async () => {
      const latest = await this.latest(groupID, itemID);
      if (latest && (latest.state === 'open' || latest.state === 'asked')) return this.take(latest);
      const number = (latest?.try ?? 0) + 1;
      const reference = referenceOf(groupID, itemID, number);
      return this.database.queryOne(
        statement(sql<HeldLabel>`
          insert into parcel_labels (group_id, item_id, try, reference, connection_id, state, claimable_at, lease_token)
          values (${groupID}::int, ${itemID}::int, ${number}::int, ${reference}::text, ${connectionID}::int, 'open',
            ${this.rows.after(LEASE)}, ${randomUUID()}::uuid)
          on conflict do nothing returning *`),
      );
    });
  }

  /** Takes a label. @throws DomainError `conflict` while another has it */
  async hold(label: Key): Promise<HeldLabel> {
    return this.patiently(() => this.take(label));
  }

  /**
   * Takes the one that has been due longest, those first of which it is not known what they are; null where none is.
   * @param but Groups of which none is taken
   */
  async due(but: readonly number[]): Promise<HeldLabel | null> {
    const due = (which: RawBuilder<unknown>) => {
      const mine = sql`${which} and w.group_id <> all (${but}::int[])`;
      return statement(sql<HeldLabel>`
        with due as materialized (${this.rows.firstDue(mine, sql`1`, sql`w.group_id, w.item_id, w.try`)})
        update parcel_labels w set ${this.rows.taken(randomUUID())} from due where ${this.rows.isSame('due')} returning w.*`);
    };
    return (await this.database.queryOne(due(UNSETTLED))) ?? this.database.queryOne(due(sql`true`));
  }

  /** The provider is about to be asked for it. @returns whether it is still held */
  async asking(label: HeldLabel, connectionID: number, service: string, cost: Money): Promise<boolean> {
    return this.write(
      label,
      sql`state = 'asked', connection_id = ${connectionID}::int, service = ${service}::text, cost = ${JSON.stringify(cost)}::json,
        asked_at = ${this.rows.now}, claimable_at = ${this.rows.after(LEASE)}`,
    );
  }

  /** It was bought. @param due milliseconds until its parcel is asked about */
  bought(label: HeldLabel, { id, trackingNumber }: Pick<Label, 'id' | 'trackingNumber'>, due: number, isVoiding = false) {
    return this.write(
      label,
      sql`state = 'bought', label_id = ${id}::text, tracking_number = ${trackingNumber}::text, bought_at = ${this.rows.now},
        is_voiding = ${isVoiding}::boolean, ${this.rows.left(this.rows.after(due))}`,
    );
  }

  /** It is to be void, which the provider is about to be asked for. */
  voiding(label: HeldLabel): Promise<boolean> {
    return this.write(label, sql`is_voiding = true, claimable_at = ${this.rows.after(LEASE)}`);
  }

  /** Leaves it in a state. @param due milliseconds until it is looked at again; null: never */
  leave(label: HeldLabel, state: LabelRow['state'], due: number | null): Promise<boolean> {
    const again = due === null ? null : this.rows.after(due);
    return this.write(label, sql`state = ${state}::text, is_voiding = false, ${this.rows.left(again)}`);
  }

  /** Nothing was bought with it, and nothing will be: the next try has its reference. */
  async drop({ group_id, item_id, try: number, lease_token }: HeldLabel): Promise<void> {
    await this.database.query(
      statement(sql`
        delete from parcel_labels where group_id = ${group_id}::int and item_id = ${item_id}::int and try = ${number}::int
          and lease_token = ${lease_token}::uuid`),
    );
  }

  /** Leaves it as it is: what was asked is not known, or the provider is away. */
  postpone(label: HeldLabel, due: number): Promise<boolean> {
    return this.write(label, this.rows.left(this.rows.after(due)));
  }

  /** Whether a connection has labels of which it is not known whether they are paid for, or void. */
  async areUnsettled(groupID: number, connectionID: number): Promise<boolean> {
    const unsettled = sql`
      select 1 from parcel_labels
      where group_id = ${groupID}::int and connection_id = ${connectionID}::int
        and (state in ('asked', 'void-asked') or is_voiding) limit 1`;
    return (await this.database.query(statement(unsettled))).length > 0;
  }

  /** The labels that news may be about. */
  async about(groupID: number, connectionID: number, { id, reference, trackingNumber }: ParcelNews): Promise<LabelRow | null> {
    const named =
      id !== null
        ? sql`label_id = ${id}::text`
        : trackingNumber !== null
          ? sql`tracking_number = ${trackingNumber}::text`
          : sql`reference = ${reference}::text`;
    return this.database.queryOne(
      statement(sql<LabelRow>`
        select * from parcel_labels
        where group_id = ${groupID}::int and connection_id = ${connectionID}::int and ${named} and label_id is not null
        order by try desc limit 1`),
    );
  }

  /**
   * Keeps when news came to be so. A label that is held keeps its lease.
   * @returns whether they are no older than what is known
   */
  async heard({ group_id, item_id, try: number }: Key, at: Date | null, due: number | null): Promise<boolean> {
    const again = due === null ? sql`null` : this.rows.after(due);
    const heard = await this.database.query(
      statement(sql`
        update parcel_labels w set news_at = coalesce(${at?.toISOString() ?? null}::timestamptz, news_at),
          claimable_at = case when lease_token is null then ${again} else claimable_at end
        where group_id = ${group_id}::int and item_id = ${item_id}::int and try = ${number}::int
          and (news_at is null or ${at?.toISOString() ?? null}::timestamptz is null or news_at <= ${at?.toISOString() ?? null}::timestamptz)
        returning 1`),
    );
    return heard.length > 0;
  }

  /** How a label that was void here came out there. @returns whether that is news */
  async settle({ group_id, item_id, try: number }: Key, state: 'voided' | 'void-refused'): Promise<boolean> {
    const settled = await this.database.query(
      statement(sql`
        update parcel_labels set state = ${state}::text, claimable_at = null, lease_token = null
        where group_id = ${group_id}::int and item_id = ${item_id}::int and try = ${number}::int and state = 'void-asked' returning 1`),
    );
    return settled.length > 0;
  }

  /** The label is void at the provider, which was not asked for it. @returns whether that is news */
  async voidedThere({ group_id, item_id, try: number }: Key): Promise<boolean> {
    const voided = await this.database.query(
      statement(sql`
        update parcel_labels set state = 'voided', claimable_at = null, lease_token = null, is_voiding = false
        where group_id = ${group_id}::int and item_id = ${item_id}::int and try = ${number}::int and state = 'bought' returning 1`),
    );
    return voided.length > 0;
  }

  /** Names its file. @returns false where it was erased meanwhile, or has one */
  async keepFile({ group_id, item_id, try: number }: Key, file: string): Promise<boolean> {
    const kept = await this.database.query(
      statement(sql`
        update parcel_labels set file = ${file}::text
        where group_id = ${group_id}::int and item_id = ${item_id}::int and try = ${number}::int and file is null and not erased
        returning 1`),
    );
    return kept.length > 0;
  }

  /** Forgets what tells of a person. @returns the keys of their files, which are removed before */
  async files(groupID: number, itemID: number): Promise<string[]> {
    const files = sql<{ file: string }>`
      update parcel_labels set erased = true where group_id = ${groupID}::int and item_id = ${itemID}::int returning file`;
    return (await this.database.query(statement(files))).flatMap(({ file }) => file ?? []);
  }

  async erase(groupID: number, itemID: number): Promise<void> {
    await this.database.query(
      statement(sql`
        update parcel_labels set file = null, tracking_number = null where group_id = ${groupID}::int and item_id = ${itemID}::int`),
    );
  }

  /** The latest try for an item; null where there was none. */
  private async latest(groupID: number, itemID: number): Promise<LabelRow | null> {
    const latest = sql<LabelRow>`
      select * from parcel_labels where group_id = ${groupID}::int and item_id = ${itemID}::int order by try desc limit 1`;
    return this.database.queryOne(statement(latest));
  }

  private async take(label: Key): Promise<HeldLabel | null> {
    return this.database.queryOne(
      statement(sql<HeldLabel>`
        update parcel_labels w set ${this.rows.taken(randomUUID())}
        where group_id = ${label.group_id}::int and item_id = ${label.item_id}::int and try = ${label.try}::int
          and (lease_token is null or ${this.rows.isDue}) returning w.*`),
    );
  }

  private async patiently(take: () => Promise<HeldLabel | null>): Promise<HeldLabel> {
    for (const end = performance.now() + WAIT; ; await pause(LOOK)) {
      const held = await take();
      if (held) return held;
      if (performance.now() >= end)
        throw new DomainError('conflict', 'conflict', 'The label is being bought or voided at the moment.');
    }
  }

  private async write(label: HeldLabel, set: RawBuilder<unknown>): Promise<boolean> {
    return (await this.rows.change(label.lease_token, [label], set)) > 0;
  }
}
