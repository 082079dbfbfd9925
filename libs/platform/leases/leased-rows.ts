import { type RawBuilder, sql } from 'kysely';
import { BY_KEY, type Database, type Statement, serviceTime, statement } from '#platform/database';
import type { Clock } from '#platform/kernel';

const TYPES = { boolean: sql`boolean`, int: sql`int`, text: sql`text`, uuid: sql`uuid` } as const;
type Type = keyof typeof TYPES;

/** A table whose rows are work for one worker at a time. */
export interface LeasedTable<Key> {
  /** Its name, as SQL of the context that it is of. */
  table: RawBuilder<unknown>;
  /** The columns of its key. */
  key: { readonly [Column in keyof Key & string]: Type };
  /** Milliseconds from a claim, or a renewal, until another worker may claim the row. */
  length: number;
  /** The column that names the holder, and the one from when on the row may be claimed: when it is due, or its lease ends. */
  columns?: { token: string; until: string };
}

/** Rows of a place that are due are counted up to this number: beyond it, only their age matters. */
const COUNT_LIMIT = 10_000;

/**
 * The SQL that all leased work has in common; the rest, such as the order in which it is taken, stays with its context. A row is
 * claimed by one worker (`firstDue`, `taken`), whose token is its lease. Later steps of the worker are fenced by that token
 * (`isHeld`, `change`), so that a worker that was too slow changes nothing of what another one has. In each fragment the row is `w`. All
 * times are those of the database's clock, moved by `CLOCK_OFFSET`, so that workers with different clocks agree.
 *
 * A new user has a table with its key, `claimable_at timestamptz(3)` (null: nothing is to be done) and `lease_token uuid`, an index that
 * begins with what its claims go by and ends with `claimable_at`, partial `where claimable_at is not null`, and a claim:
 *
 *     with due as materialized (${rows.firstDue(sql`w.group_id = ${group}`, limit, sql`w.group_id, w.id`)})
 *     update calls w set ${rows.taken(token)} from due where ${rows.isSame('due')} returning w.*
 *
 * With `columns`, and `isFree` in its claim, when it is due stands in a column of its own, as for what comes back every few minutes.
 * Work that must not be done twice, such as a purchase, is written down as begun before the call, where `isHeld` and `isInTime`. A begun
 * row whose lease has run out may have been done: it is asked about, or ends as uncertain, and is not repeated. The rest is written with
 * `left`: due again after a pause (`pauseBefore`), or never. Work that takes long, or is claimed ahead, is held by a `LeasedWork`, which
 * renews its leases.
 */
export class LeasedRows<Key extends object> {
  private readonly until: RawBuilder<unknown>;
  private readonly token: RawBuilder<unknown>;
  private readonly keys: (keyof Key & string)[];

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly described: LeasedTable<Key>,
  ) {
    const { token, until } = described.columns ?? { token: 'lease_token', until: 'claimable_at' };
    [this.token, this.until] = [sql.ref(token), sql.ref(until)];
    this.keys = Object.keys(described.key) as (keyof Key & string)[];
  }

  get now(): RawBuilder<string> {
    return serviceTime(this.clock);
  }

  /** The time that is so many milliseconds from now. */
  after(milliseconds: RawBuilder<unknown> | number | null): RawBuilder<string> {
    return sql`${this.now} + ${milliseconds}::float8 * interval '1 millisecond'`;
  }

  private get leaseEnd(): RawBuilder<string> {
    return this.after(this.described.length);
  }

  /** Whether nobody holds the row, where another column says when it is due. */
  get isFree(): RawBuilder<boolean> {
    return sql`(w.${this.until} is null or ${this.isDue})`;
  }

  /** Whether the row may be claimed, as it is due or its lease has ended. */
  get isDue(): RawBuilder<boolean> {
    return sql`w.${this.until} <= ${this.now}`;
  }

  /** Whether the lease has not ended. */
  get isInTime(): RawBuilder<boolean> {
    return sql`w.${this.until} > ${this.now}`;
  }

  isHeld(token: string): RawBuilder<boolean> {
    return sql`w.${this.token} = ${token}::uuid`;
  }

  /** Whether it is the row whose key another one has. @param other its name in the statement */
  isSame(other: string): RawBuilder<boolean> {
    return sql.join(
      this.keys.map((column) => sql`w.${sql.ref(column)} = ${sql.ref(`${other}.${column}`)}`),
      sql` and `,
    );
  }

  /** Assignments with which a worker takes the row. */
  taken(token: string): RawBuilder<unknown> {
    return sql`${this.token} = ${token}::uuid, ${this.until} = ${this.leaseEnd}`;
  }

  /** Assignments with which a worker leaves it. @param due from when on it may be claimed again; null: never */
  left(due: RawBuilder<unknown> | null = null): RawBuilder<unknown> {
    return sql`${this.token} = null, ${this.until} = ${due ?? sql`null`}`;
  }

  /** The first of some rows that are due, to be taken; those that another worker is taking are left out. */
  firstDue(which: RawBuilder<unknown>, limit: RawBuilder<unknown>, columns: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`
      select ${columns} from ${this.described.table} w where ${which} and ${this.isDue}
      order by w.${this.until} limit ${limit} for update skip locked`;
  }

  /** How many of some rows are due (`due`), counted up to 10000, and since when the first of them (`oldest`). */
  backlog(which: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`
      select count(*) as due, min(first.until) as oldest from (
        select w.${this.until} as until from ${this.described.table} w where ${which} and ${this.isDue}
        order by w.${this.until} limit ${COUNT_LIMIT}::int
      ) first`;
  }

  /** Rows as a table `held`: their keys. @param also further columns of it */
  held(rows: readonly Key[], also: Readonly<Record<string, Type>> = {}): RawBuilder<unknown> {
    const columns = Object.entries<Type>({ ...this.described.key, ...also });
    const given = rows.map((row) => Object.fromEntries(columns.map(([name]) => [name, row[name as keyof Key]])));
    const typed = sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${TYPES[type]}`));
    return sql`json_to_recordset(${JSON.stringify(given)}::json) as held(${typed})`;
  }

  /** Changes rows as far as the worker still holds them. @param only which of them @returns how many */
  async change(token: string, rows: readonly Key[], set: RawBuilder<unknown>, only: RawBuilder<unknown> = sql`true`) {
    if (rows.length === 0) return 0;
    const changed = await this.byKey(
      statement(sql`
        update ${this.described.table} w set ${set} from ${this.held(rows)}
        where ${this.isSame('held')} and ${this.isHeld(token)} and ${only} returning 1`),
    );
    return changed.length;
  }

  /** Renews leases. @returns of how many rows: the others are not the worker's any more */
  renew(token: string, rows: readonly Key[]): Promise<number> {
    return this.change(token, rows, sql`${this.until} = ${this.leaseEnd}`);
  }

  /** Ends leases in the middle of the work: the rows can be claimed at once, with the token that tells of that. */
  abandon(token: string, rows: readonly Key[]): Promise<number> {
    return this.change(token, rows, sql`${this.until} = ${this.now}`);
  }

  /** Sends a statement that finds its rows by their keys. */
  async byKey<Row>(query: Statement<Row>): Promise<Row[]> {
    const [, rows] = await this.database.batch([BY_KEY, query]);
    return rows as Row[];
  }
}
