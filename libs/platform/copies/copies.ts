import { Global, Injectable, Logger, Module, type OnApplicationShutdown, type OnModuleInit, Optional } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { SingleFlight } from '#platform/concurrency';
import { Database, isSqlError, statement } from '#platform/database';
import { Metrics } from '#platform/observability';

/** How often a process looks where its database stands, in milliseconds. */
const INTERVAL = 2_000;

/** A streaming standby has the identifier of its primary; `initdb`, and with it pg_upgrade and most moves, make another. */
const SYSTEM = sql<string>`(select system_identifier::text from pg_control_system())`;
/** Two databases of a cluster differ by it. */
const DATABASE = sql<string>`(select oid::text from pg_database where datname = current_database())`;

const COPIED =
  'This database was restored, moved or copied, so that no webhook and no message is sent. Say which it is: ' +
  'the command "restored --speak" makes it the real one, "restored" leaves it silent.';
const TOLD = 'This database is a copy, as the command "restored" said: no webhook and no message is sent.';

interface Known {
  identity: string;
  known: string | null;
  told_silent: boolean | null;
}

/**
 * Keeps a copy of the database from calling and writing to the people of the real one: nothing is sent until the database is known to stand
 * where it stood (docs/adr/0030-copies-and-backups.md).
 */
@Injectable()
export class Copies implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Copies');
  private silent = true;
  private said: string | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** Whether the system's identifier may be read here. */
  private readsSystem = true;

  constructor(
    private readonly database: Database,
    @Optional() metrics?: Metrics,
  ) {
    if (!metrics) return;
    const gauge: Gauge = new Gauge({
      name: 'lost_and_found_silent',
      help: '1 while nothing is sent because the database is a copy, or was moved, until the operator says which.',
      registers: [metrics.registry],
      collect: (): void => gauge.set(this.silent ? 1 : 0),
    });
  }

  /** Whether nothing may be sent. */
  get isSilent(): boolean {
    return this.silent;
  }

  /** Before anything that sends is started. */
  async onModuleInit(): Promise<void> {
    await this.look();
    this.timer = new SingleFlight(() => this.look()).every(INTERVAL);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Looks where the database stands. A database without a memory of it, of an earlier release or new, is the real one. */
  async look(): Promise<void> {
    try {
      let row = await this.read();
      if (row.known === null) {
        await this.database.query(
          statement(sql`insert into known_cluster (identity) values (${row.identity}) on conflict do nothing`),
        );
        row = await this.read();
      }
      this.settle(row.told_silent ? TOLD : row.known === row.identity ? null : COPIED);
    } catch (error) {
      // It stays as it was: a database that is away can't be sent from either.
      if (!isSqlError(error, 'undefined_table')) this.log.debug((error as Error).message);
    }
  }

  /** The database is a copy: nothing is sent from now on, in every process. */
  async silence(): Promise<void> {
    await this.remember(sql`true`);
  }

  /** The database is the real one, here: what waits is sent. */
  async speak(): Promise<void> {
    await this.remember(sql`false`);
  }

  private async remember(toldSilent: RawBuilder<unknown>): Promise<void> {
    const { identity } = await this.read();
    await this.database.query(
      statement(sql`
        insert into known_cluster (identity, told_silent) values (${identity}, ${toldSilent})
        on conflict (singleton) do update set identity = excluded.identity, told_silent = excluded.told_silent`),
    );
    await this.look();
  }

  private settle(reason: string | null): void {
    this.silent = reason !== null;
    if (reason === this.said) return;
    if (reason !== null) this.log.warn(reason);
    else this.log.log('What waits is sent.');
    this.said = reason;
  }

  private async read(): Promise<Known> {
    const identity = this.readsSystem ? sql`${SYSTEM} || '/' || ${DATABASE}` : DATABASE;
    const query = statement(sql<Known>`
      select ${identity} as identity, known.identity as known, known.told_silent
      from (values (true)) as one(singleton) left join known_cluster known on known.singleton = one.singleton`);
    try {
      return (await this.database.queryOne(query))!;
    } catch (error) {
      if (!isSqlError(error, 'insufficient_privilege') || !this.readsSystem) throw error;
      this.readsSystem = false;
      return this.read();
    }
  }
}

/** Makes a database that is being restored a silent one, in the transaction that brings its rows back. */
export async function silenceRestored(client: pg.ClientBase): Promise<void> {
  await client.query('update known_cluster set told_silent = true');
}

/** Whether the database is a copy, for whatever sends. */
@Global()
@Module({ providers: [Copies], exports: [Copies] })
export class CopiesModule {}
