import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import { DomainError } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import type { StreamID } from './recorded-event.js';
import type { AnyStream } from './stream.js';

/** Something about another record that a command relies on, such as that its Location is active. */
export interface Fact {
  about: StreamID;
  /** Whether it holds, as an expression of SQL. */
  holds: RawBuilder<boolean>;
}

/** What a command relied on no longer held when its events were to be stored. */
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
export function checked({ about, holds }: Fact): Statement[] {
  return [
    statement(sql`select pg_advisory_xact_lock_shared(${keyOf(about)})`),
    statement(sql`select 1 / case when ${holds} then 1 else 0 end`),
  ];
}

/** The statement that waits for transactions relying on the facts that these events end. */
export function ending(of: StreamID, { options }: AnyStream, events: readonly DomainEvent[]): Statement[] {
  const ends = events.some(({ type }) => options.endsFacts?.includes(type));
  return ends ? [statement(sql`select pg_advisory_xact_lock(${keyOf(of)})`)] : [];
}

/** Whether the error is the division by zero of `checked`. No other statement of the store divides. */
export function isFactsChanged(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22012';
}

function keyOf({ groupID, type, id }: StreamID) {
  return sql`hashtextextended(${`${groupID}/${type}/${id}`}::text, 0)`;
}
