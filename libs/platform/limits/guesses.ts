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

/** A guess that is counted until it turns out to be right. */
export interface Guess {
  key: Buffer;
  /** As PostgreSQL writes it. */
  at: string;
  /** How many wrong ones in a row this makes, unless it is right. */
  inARow: number;
}

/**
 * Counts what is guessed, for all processes together and by what is compared: the caller gives the value in the form in which spellings
 * that match are one. A guess counts before it is compared, so that many at once are no more than one after the other.
 */
@Injectable()
export class Guesses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts a guess as a wrong one. @returns null when there were too many: it must not be compared then */
  async take(limit: GuessLimit, ...compared: readonly string[]): Promise<Guess | null> {
    const key = this.keyOf(limit, compared);
    const row = await this.database.queryOne(taking(key, limit, serviceTime(this.clock)));
    return row && { key, ...row };
  }

  /** Takes back a guess that was right. */
  async wasRight({ key, at }: Guess): Promise<void> {
    await this.database.query(
      statement(sql`
        update guesses set times = array_remove(times, ${at}::timestamptz), right_at = ${at}::timestamptz where key = ${key}::bytea`),
    );
  }

  /** Begins the count anew. */
  async forget(limit: GuessLimit, ...compared: readonly string[]): Promise<void> {
    await this.database.query(statement(sql`delete from guesses where key = ${this.keyOf(limit, compared)}::bytea`));
  }

  /** Deletes counts that are over. @returns how many, at most `limit` */
  async sweep(limit: number): Promise<number> {
    const now = serviceTime(this.clock);
    const old = sql`select key from guesses where expires_at < ${now} order by expires_at limit ${limit}::int for update skip locked`;
    const deleted = await this.database.query(statement(sql`delete from guesses where key in (${old}) returning key`));
    return deleted.length;
  }

  /** Hashed with a key, as names and codes are few enough to be found out by trying all. */
  private keyOf({ kind }: GuessLimit, compared: readonly string[]): Buffer {
    return this.hashes.of('guess', kind, ...compared);
  }
}

/** One statement decides and counts: where one of the windows is full, nothing is written and no row returned. */
function taking(key: Buffer, { windows }: GuessLimit, now: RawBuilder<string>): Statement<Omit<Guess, 'key'>> {
  const within = (seconds: number) => sql`t > ${now} - ${seconds}::int * interval '1 second'`;
  const longest = Math.max(...windows.map(({ seconds }) => seconds));
  const hasRoom = windows.map(
    ({ most, seconds }) => sql`(select count(*) from unnest(g.times) t where ${within(seconds)}) < ${most}::int`,
  );
  return statement(sql<Omit<Guess, 'key'>>`
    insert into guesses as g (key, times, expires_at)
    values (${key}::bytea, array[${now}], ${now} + ${longest}::int * interval '1 second')
    on conflict (key) do update set expires_at = excluded.expires_at,
      times = array(select t from unnest(g.times) t where ${within(longest)} order by t) || excluded.times
    where ${sql.join(hasRoom, sql` and `)}
    returning times[cardinality(times)]::text as at,
      (select count(*) from unnest(times) t where g.right_at is null or t > g.right_at)::int as "inARow"`);
}
