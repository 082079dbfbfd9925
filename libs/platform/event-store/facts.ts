import { type RawBuilder, sql } from 'kysely';
import { isSqlError, SHARED, type Statement, statement, takeTurn, template } from '#platform/database';
import { DomainError } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import type { StreamID } from './recorded-event.js';
import type { AnyStream } from './stream.js';

/** Something about another record that a command relies on, such as that its Location is active. */
export interface Fact {
  about: StreamID;
  /** Fails when it does not hold. */
  check: Statement;
}

/** A text that is no number, and stands in the error of nothing else. */
export const NO_MORE = 'a fact holds no more';

/** A statement that fails a command's transaction as one of its facts does, unless this holds. */
export function assertion(holds: RawBuilder<boolean>): Statement {
  return statement(sql`select (case when ${holds} then '1' else ${sql.lit(NO_MORE)} end)::int`);
}

/**
 * A fact about records of one kind.
 * @param holds whether it holds of a record, as an expression of SQL; built once
 */
export function factAbout(holds: (record: { groupID: RawBuilder<number>; id: RawBuilder<number> }) => RawBuilder<boolean>) {
  const check = template<{ groupID: number; id: number }, unknown>((record) => assertion(holds(record)), SHARED);
  return (about: StreamID): Fact => ({ about, check: check({ groupID: about.groupID, id: about.id }) });
}

/** A fact of a command no longer held when its events were to be stored. */
export class FactsChanged extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'A record that this depends on is being changed by other requests. Try again.');
  }
}

/** How often work is tried on facts that keep changing before the caller gets 409. */
const TRIES = 5;

/** Does work on facts that it reads itself, and retries when they changed meanwhile. @throws FactsChanged after the last try */
export async function onFreshFacts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FactsChanged) || attempt === TRIES) throw error;
    }
  }
}

/** Keeps a fact true until the transaction ends: the first statement locks out commands that end it, the second fails if it is false. */
export function checked({ about, check }: Fact): Statement[] {
  return [sharedLock({ name: nameOf(about) }), check];
}

/** The statement that waits for transactions relying on the facts that these events end. */
export function ending(of: StreamID, { options }: AnyStream, events: readonly DomainEvent[]): Statement[] {
  const ends = events.some(({ type }) => options.endsFacts?.includes(type));
  return ends ? [takeTurn({ name: nameOf(of) })] : [];
}

/** Whether the error is that of an `assertion`. */
export function isFactsChanged(error: unknown): boolean {
  return isSqlError(error, 'invalid_text_representation') && (error as Error).message.includes(NO_MORE);
}

const sharedLock = template<{ name: string }, unknown>(
  ({ name }) => statement(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}::text, 0))`),
  SHARED,
);

function nameOf({ groupID, type, id }: StreamID): string {
  return `${groupID}/${type}/${id}`;
}
