import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import type { Timeouts } from '#platform/concurrency';
import { isSqlError } from '#platform/postgres';
import type { prepared } from './sql.js';

/** A statement as `pg` takes it. */
export type Query = ReturnType<typeof prepared>;

/** The rows of each statement. */
export type Rows = Record<string, unknown>[][];

type Callback = (error: unknown, rows?: Rows) => void;

/** `pg` only pipelines its own queries. Its types leave out what it calls and sets. */
const PgQuery = pg.Query as unknown as new (
  config: object,
  callback: Callback,
) => { callback: Callback; _result: { _types: typeof pg.types } };

/** The columns of named statements on a connection, as PostgreSQL described them once; null for a statement without rows. */
const described = new WeakMap<pg.Connection, Map<string, pg.Result | null>>();

/** The rows of the statements in front of the one that an error is of. */
const finished = new WeakMap<object, Rows>();

/** The rows of the statements that PostgreSQL had carried out when it refused one: all of them where the commit itself failed. */
export function finishedBefore(error: unknown): Rows {
  return finished.get(error as object) ?? [];
}

const [SYNC, EXECUTE, DESCRIBE] = [serialize.sync(), serialize.execute(), serialize.describe({ type: 'P' })];

/**
 * Sends the statements as one transaction in one round trip; once more when a table has got other columns since they were prepared, as by
 * the migrations of the next release.
 * @throws the error of the first that fails; nothing was written then
 */
export async function roundTrip(client: pg.ClientBase, queries: readonly Query[]): Promise<Rows> {
  const { prepares = true, timeouts } = client as { prepares?: boolean; timeouts?: Timeouts };
  const sent = prepares ? queries : queries.map((query) => ({ ...query, name: undefined }));
  const send = () =>
    new Promise<Rows>((resolve, reject) => {
      const expire = () => reject(new Error('Query read timeout'));
      const timeout = timeouts?.begin(expire);
      const callback: Callback = (error, rows) => {
        if (timeout) timeouts?.end(timeout, expire);
        if (error) reject(error);
        else resolve(rows!);
      };
      client.query(new RoundTrip(sent, callback));
    });
  try {
    return await send().catch(async (error) => {
      // Within a longer transaction it is for its owner to go back to where it can be sent again.
      if (!isOutdatedPlan(error) || client.getTransactionStatus() !== 'I') throw error;
      await forgetPrepared(client);
      return send();
    });
  } catch (error) {
    // Its own stack leads to the socket; this one to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Whether a prepared statement was refused because its table has other columns now; it stays so on this connection. */
export function isOutdatedPlan(error: unknown): boolean {
  const { routine } = error as { routine?: unknown };
  return isSqlError(error, 'feature_not_supported') && routine === 'RevalidateCachedQuery';
}

/** Has the statements of this connection prepared again when they are sent next. */
export async function forgetPrepared(client: pg.ClientBase): Promise<void> {
  await client.query('deallocate all');
  const { connection } = client;
  Object.assign(connection, { parsedStatements: {}, submittedNamedStatements: {} });
  described.delete(connection);
}

/**
 * Statements that travel in one write with one `Sync` behind the last: PostgreSQL runs them as one transaction, answers them together,
 * and after an error skips the rest. `pg` itself synchronizes each query and has its columns described each time, which costs both sides
 * more than a small statement does (docs/adr/0020-group-commit.md).
 */
class RoundTrip extends PgQuery {
  /** Name of the statement that is being answered: `pg` keeps it when PostgreSQL has parsed the statement. */
  name: string | undefined;
  text: string | undefined;
  private readonly finished: Rows = [];
  private current: Record<string, unknown>[] = [];
  private columns: pg.Result | null = null;
  private known: Map<string, pg.Result | null> = new Map();
  private fault: unknown;

  constructor(
    private readonly queries: readonly Query[],
    callback: Callback,
  ) {
    super({ text: '' }, callback);
  }

  submit(wire: pg.Connection): Error | null {
    this.known = described.get(wire) ?? new Map();
    described.set(wire, this.known);
    const parsed: Record<string, string> = {};
    const messages: Buffer[] = [];
    try {
      for (const { name, text, values } of this.queries) {
        const before = name && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name] ?? parsed[name]);
        if (!before) messages.push(serialize.parse({ name, text }));
        messages.push(serialize.bind({ statement: name, values, valueMapper: utils.prepareValue }));
        if (!name || (!this.known.has(name) && parsed[name] === undefined)) messages.push(DESCRIBE);
        messages.push(EXECUTE);
        if (name && !before) parsed[name] = text;
      }
    } catch (error) {
      return error as Error;
    }
    Object.assign(wire.submittedNamedStatements, parsed);
    this.answering(0);
    wire.stream.write(Buffer.concat([...messages, SYNC]));
    return null;
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this.columns = new pg.Result('', this._result._types);
    this.columns.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    try {
      this.current.push(this.columns!.parseRow(fields));
    } catch (error) {
      this.fault ??= error;
    }
  }

  handleCommandComplete(): void {
    if (this.name) this.known.set(this.name, this.columns);
    this.finished.push(this.current);
    this.current = [];
    this.answering(this.finished.length);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handleError(error: unknown, wire: pg.Connection): void {
    finished.set(error as object, this.finished);
    // Statements behind the failed one were skipped: it was not parsed either.
    for (const { name } of this.queries.slice(this.finished.length)) if (name) delete wire.submittedNamedStatements[name];
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.fault ?? null, this.finished);
  }

  private answering(index: number): void {
    const query = this.queries[index];
    this.name = query?.name;
    this.text = query?.text;
    this.columns = (this.name && this.known.get(this.name)) || null;
  }
}
