import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database, type Statement, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { KeyedHashes } from '#platform/secrets';

const [MINUTE, HOUR] = [60, 60 * 60];
const DAY = 24 * HOUR;
export const WINDOW = { minute: MINUTE, hour: HOUR, day: DAY } as const;

/** Limits of one kind of guess: so many in so many seconds, whenever these begin. docs/security.md lists all kinds. */
export interface GuessLimit {
  kind: string;
  windows: readonly { most: number; seconds: number }[];
}

/** A thing that is guessed: its limit, and what is compared in the form in which spellings that match are one. */
export type Guessed = readonly [limit: GuessLimit, ...compared: string[]];

/** A guess that is counted until it turns out to be right. */
export interface Guess {
  key: Buffer;
  /** As PostgreSQL writes it. */
  at: string;
  /** How many wrong ones in a row this makes, unless it is right. */
  inARow: number;
}

/**
 * Counts what is guessed, for all processes together and by what is compared. A guess counts before it is compared, so that many at once
 * are no more than one after the other.
 */
@Injectable()
export class Guesses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts a guess as a wrong one. @returns null when there were too many: it must not be compared then */
  async take(...guessed: Guessed): Promise<Guess | null> {
    return (await this.takeEach([guessed]))[0]!;
  }

  /** Counts a guess as a wrong one of each, whichever of the others are full. @returns as `take`, of each */
  async takeEach(all: readonly Guessed[]): Promise<(Guess | null)[]> {
    const asked = all.map(([limit, ...compared], index) => ({ index, limit, key: this.keyOf(limit, compared) }));
    // In one order for all callers: nobody holds a row that another one waits for, who holds the next.
    asked.sort((one, other) => Buffer.compare(one.key, other.key));
    const rows = await this.database.pipeline<Omit<Guess, 'key'>[]>(
      ...asked.map(({ key, limit }) => taking(key, limit, this.now)),
    );
    const taken = asked.map(({ index, key }, at) => ({ index, guess: rows[at]![0] ? { key, ...rows[at]![0] } : null }));
    return taken.sort((one, other) => one.index - other.index).map(({ guess }) => guess);
  }

  /** In how many seconds there is room for a guess of each; null where there is now. */
  async waits(all: readonly Guessed[]): Promise<(number | null)[]> {
    const rows = await this.database.lookUp<{ wait: number }[]>(
      null,
      ...all.map(([limit, ...compared]) => waiting(this.keyOf(limit, compared), limit, this.now)),
    );
    return rows.map(([row]) => row?.wait ?? null);
  }

  /** Compares what was guessed, which counts as wrong unless something is found, or it could not be compared. */
  async comparing<T>(guesses: readonly Guess[], compare: () => Promise<T | null>): Promise<T | null> {
    let isWrong = false;
    try {
      const found = await compare();
      isWrong = found === null;
      return found;
    } finally {
      if (!isWrong) await this.takeBack(guesses);
    }
  }

  /** Takes back guesses that were right, or that were not compared. */
  async takeBack(guesses: readonly Guess[]): Promise<void> {
    const ordered = guesses.toSorted((one, other) => Buffer.compare(one.key, other.key));
    await this.database.pipeline(
      ...ordered.map(({ key, at }) =>
        statement(sql`
          update guesses set times = array_remove(times, ${at}::timestamptz), right_at = ${at}::timestamptz where key = ${key}::bytea`),
      ),
    );
  }

  /** Begins the count anew. */
  async forget(...[limit, ...compared]: Guessed): Promise<void> {
    await this.database.query(statement(sql`delete from guesses where key = ${this.keyOf(limit, compared)}::bytea`));
  }

  /** Deletes counts that are over. @returns how many, at most `limit` */
  async sweep(limit: number): Promise<number> {
    const old = sql`select key from guesses where expires_at < ${this.now} order by expires_at limit ${limit}::int for update skip locked`;
    const deleted = await this.database.query(statement(sql`delete from guesses where key in (${old}) returning key`));
    return deleted.length;
  }

  private get now(): RawBuilder<string> {
    return serviceTime(this.clock);
  }

  /** Hashed with a key, as names and codes are few enough to be found out by trying all. */
  private keyOf({ kind }: GuessLimit, compared: readonly string[]): Buffer {
    return this.hashes.of('guess', kind, ...compared);
  }
}

/** When the last of the windows that are full has room again; null where none was ever full. Times stand in their order. */
function hasRoomAt({ windows }: GuessLimit): RawBuilder<string | null> {
  const ends = windows.map(
    ({ most, seconds }) => sql`g.times[cardinality(g.times) - ${most - 1}::int] + ${seconds}::int * interval '1 second'`,
  );
  return sql`greatest(${sql.join(ends)})`;
}

/** One statement decides and counts: where one of the windows is full, nothing is written and no row returned. */
function taking(key: Buffer, limit: GuessLimit, now: RawBuilder<string>): Statement<Omit<Guess, 'key'>> {
  const longest = sql`${Math.max(...limit.windows.map(({ seconds }) => seconds))}::int * interval '1 second'`;
  return statement(sql<Omit<Guess, 'key'>>`
    insert into guesses as g (key, times, expires_at) values (${key}::bytea, array[${now}], ${now} + ${longest})
    on conflict (key) do update set expires_at = excluded.expires_at,
      times = array(select t from unnest(g.times) t where t > ${now} - ${longest} order by t) || excluded.times
    where coalesce(${hasRoomAt(limit)} <= ${now}, true)
    returning times[cardinality(times)]::text as at,
      (select count(*) from unnest(times) t where g.right_at is null or t > g.right_at)::int as "inARow"`);
}

function waiting(key: Buffer, limit: GuessLimit, now: RawBuilder<string>): Statement<{ wait: number }> {
  const room = hasRoomAt(limit);
  return statement(sql<{ wait: number }>`
    select extract(epoch from ${room} - ${now})::float8 as wait from guesses g where key = ${key}::bytea and ${room} > ${now}`);
}
