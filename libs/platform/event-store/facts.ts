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

/** What a command relied on did not hold any more when its events were to be kept. */
export class FactsChanged extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'What this relies on is being changed by others. Try again.');
  }
}

/** How often a decision on facts that changed meanwhile is made again before the caller gets 409. */
const TRIES = 5;

/** Does work on facts that it reads itself, and again when they changed meanwhile. @throws FactsChanged when that does not end */
export async function onFreshFacts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FactsChanged) || attempt === TRIES) throw error;
    }
  }
}

/** The statements that hold a fact until the transaction ends: its end waits for a lock, and where it does not hold the second fails. */
export function checked({ about, holds }: Fact): Statement[] {
  return [
    statement(sql`select pg_advisory_xact_lock_shared(${keyOf(about)})`),
    statement(sql`select 1 / case when ${holds} then 1 else 0 end`),
  ];
}

/** The statement that waits for whoever relies on what these events end. */
export function ending(of: StreamID, { options }: AnyStream, events: readonly DomainEvent[]): Statement[] {
  const ends = events.some(({ type }) => options.endsFacts?.includes(type));
  return ends ? [statement(sql`select pg_advisory_xact_lock(${keyOf(of)})`)] : [];
}

/** Whether the error is that of `checked`. No other statement of the store divides. */
export function isFactsChanged(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22012';
}

function keyOf({ groupID, type, id }: StreamID) {
  return sql`hashtextextended(${`${groupID}/${type}/${id}`}::text, 0)`;
}
