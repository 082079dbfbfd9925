import { AsyncLocalStorage } from 'node:async_hooks';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Compilable } from 'kysely';
import type pg from 'pg';
import { sharing } from '#platform/concurrency';
import { BY_KEY } from './by-key.js';
import { Connections } from './connections.js';
import { GroupCommit } from './group-commit.js';
import { isLarge, type PageSize } from './page-size.js';
import type { Owner, RecordOf } from './pieces.js';
import { type Replica, WRITTEN } from './replica.js';
import { type Query, type Rows, roundTrip } from './round-trip.js';
import { prepared, type Statement } from './sql.js';
import { tracedSql } from './traced-sql.js';
import { type Costly, Turns } from './turns.js';
import { UnitOfWork } from './unit-of-work.js';

/** Milliseconds that a transaction of several callers waits for a lock; who needs it goes alone then. */
const LOCK_TIMEOUT: Query = { name: 'lock_timeout', text: `select set_config('lock_timeout', '50ms', true)`, values: [] };

/** The rows of each statement. */
type RowsOf<Given extends unknown[]> = { [Index in keyof Given]: Given[Index][] };

/** Rows are of the types that their statements name. */
const typed = <Given extends unknown[]>(rows: Rows): RowsOf<Given> => rows as never;

/** The only access to PostgreSQL at run time: single statements, and transactions in one round trip. */
export class Database {
  private readonly turns: Turns;
  private readonly units = new AsyncLocalStorage<UnitOfWork>();
  private readonly groups = new GroupCommit((queries) => this.send(queries), [LOCK_TIMEOUT]);
  /** Statements that need another plan; all behind them in the transaction get it too. */
  private readonly groupsByKey = new GroupCommit((queries) => this.send(queries), [LOCK_TIMEOUT]);
  private readonly lookUps = new GroupCommit((queries) => this.send(queries));

  /** Where the write-ahead log stands, asked once for all who want to know at the same time. */
  private readonly written = sharing(async () => (await this.lookUp<[{ written: string }]>(null, WRITTEN))[0][0]!.written);

  private constructor(
    readonly connections: Connections,
    readonly replica: Replica | null,
  ) {
    this.turns = new Turns(connections.size);
  }

  /** @throws when the database cannot be reached; a replica need not be there */
  static async of(orm: MikroORM, replica: Replica | null = null): Promise<Database> {
    const connections = new Connections((await orm.em.getConnection().getNativeClient()) as pg.Pool);
    await connections.use((client) => client.query('select 1'));
    return new Database(connections, replica);
  }

  /** Runs a costly call in its turn. @throws DomainError `unavailable` */
  inTurn<T>(kind: Costly, groupID: number, work: () => Promise<T>): Promise<T> {
    return this.turns.costly(kind, groupID, work);
  }

  /** Runs a batch of commands in its turn. @throws DomainError as `inTurn` */
  batched<T>(groupID: number, work: () => Promise<T>): Promise<T> {
    return this.turns.batch(groupID, work);
  }

  /** Reads a page at once when it is small and near the beginning, else in its turn. @throws DomainError as `inTurn` */
  paged<T>(groupID: number, page: PageSize, work: () => Promise<T>): Promise<T> {
    return isLarge(page) ? this.turns.page(groupID, work) : work();
  }

  /** Sends one statement and returns its rows. */
  async query<Row>(statement: Compilable<Row>): Promise<Row[]> {
    return (await this.pipeline<[Row]>(statement))[0];
  }

  /** Sends one statement and returns its first row, or null. */
  async queryOne<Row>(statement: Compilable<Row>): Promise<Row | null> {
    return (await this.query(statement))[0] ?? null;
  }

  /** Sends several statements in a single round trip; each sees what was committed when it ran, and all are kept or none. */
  async pipeline<Given extends unknown[]>(
    ...statements: { [Index in keyof Given]: Compilable<Given[Index]> }
  ): Promise<RowsOf<Given>> {
    const queries = statements.map((statement) => prepared(statement.compile()));
    return typed(await tracedSql('queries', statements, async () => this.unit()?.send(queries) ?? this.send(queries)));
  }

  /**
   * The same for reads that an index answers at once, such as a record by its key: those of several callers travel together, so that a
   * slow one would keep the others waiting. Groups take turns.
   * @param groupID null: the service's own
   */
  async lookUp<Given extends unknown[]>(
    groupID: number | null,
    ...statements: { [Index in keyof Given]: Compilable<Given[Index]> }
  ): Promise<RowsOf<Given>> {
    if (this.unit()) return this.pipeline<Given>(...statements);
    return typed(await tracedSql('look-up', statements, () => this.lookUps.commit(statements, ownerOf(groupID))));
  }

  /**
   * The same for listings and statistics, which a replica answers where there is one: with everything that was committed before the call.
   */
  async list<Given extends unknown[]>(
    ...statements: { [Index in keyof Given]: Compilable<Given[Index]> }
  ): Promise<RowsOf<Given>> {
    const { replica } = this;
    if (!replica || this.unit()) return this.pipeline<Given>(...statements);
    const queries = statements.map((statement) => prepared(statement.compile()));
    const reading = async () => (await replica.read(this.written, queries)) ?? this.send(queries);
    return typed(await tracedSql('listing', statements, reading));
  }

  /**
   * Sends the statements as one transaction in a single round trip, together with those of other callers that are ready (ADR 20); each
   * sees what the ones before it wrote.
   * @param of the Group, or the record of the events that are stored; null: the service's own work
   * @returns the rows of each statement
   * @throws the first error; nothing was written then
   */
  batch(statements: readonly Statement[], of: Owner | RecordOf | null = null): Promise<Record<string, unknown>[][]> {
    const groups = statements[0] === BY_KEY ? this.groupsByKey : this.groups;
    return tracedSql(
      'transaction',
      statements,
      async () =>
        this.unit()?.send(statements.map((statement) => prepared(statement.compile()))) ?? groups.commit(statements, of),
    );
  }

  private send(queries: readonly Query[]): Promise<Rows> {
    return this.withConnection((client) => roundTrip(client, queries));
  }

  /** Runs work that needs results between its statements as one transaction; it is rolled back when the work throws. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.unit()?.step(work) ?? this.connections.transaction(work);
  }

  /**
   * Runs everything that the work does through this class, at any call depth, in one transaction: each call is a step with its own
   * savepoint. The work holds a connection until it ends.
   */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.unit();
    let unit: UnitOfWork | undefined;
    const result = await this.transaction((client) => {
      const own = new UnitOfWork(client);
      unit = own;
      return this.units.run(own, work).finally(() => own.end());
    });
    unit?.committed(outer);
    return result;
  }

  /** Runs work apart from the caller's transaction, if any: it is kept however that ends. */
  apart<T>(work: () => T): T {
    return this.units.exit(work);
  }

  /** Calls back when what was written so far is committed: at once, or at the end of `inTransaction`. It must not throw. */
  afterCommit(callback: () => void): void {
    const unit = this.unit();
    if (unit) unit.afterCommit(callback);
    else callback();
  }

  /**
   * Runs several steps on one connection, for work that needs results between its statements. The connection returns to the pool
   * when the work ends, or is closed when the work failed.
   */
  withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.unit()?.step(work) ?? this.connections.use(work);
  }

  /** Whether the caller is within `inTransaction`, and so holds a connection. */
  get isInTransaction(): boolean {
    return this.unit() !== undefined;
  }

  /** The caller's transaction, if any. One that has ended is ignored, for instance in a timer that outlives its request. */
  private unit(): UnitOfWork | undefined {
    const unit = this.units.getStore();
    return unit?.isOver ? undefined : unit;
  }
}

const ownerOf = (groupID: number | null) => (groupID === null ? null : { groupID });
