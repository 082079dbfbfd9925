/** How long things on a connection may take, in milliseconds; undefined: without end. */
export interface Limits {
  /** To connect, or to wait until a connection of the pool is free. */
  connect: number;
  /** From sending a statement to its whole answer; after it the connection is destroyed. */
  query?: number;
  /** A statement in PostgreSQL, waiting for locks included. */
  statement?: number;
  /** Between two statements of a transaction, in PostgreSQL. */
  idleInTransaction?: number;
}

/** For calls and background jobs: a caller has an answer within 15 seconds, whatever the connection does. */
export const CALLS: Limits = { connect: 5_000, query: 12_000, statement: 10_000, idleInTransaction: 15_000 };

/** For the statements of migrations, rebuilds and the command line, which may take long. */
export const BULK: Limits = { connect: 15_000 };
