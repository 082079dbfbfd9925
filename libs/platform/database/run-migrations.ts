import type pg from 'pg';
import { type Cursor, runBackfill } from './backfill.js';
import { inRetriedTransaction } from './locks.js';
import { type Migrations, type Step, stepsOf } from './migration-steps.js';

/** How far a migration is. */
export interface MigrationProgress {
  migration: string;
  /** `waiting`: others hold a lock that it needs; they are served before it. `refused`: a setting that the service can do without. */
  doing: 'statements' | 'waiting' | 'index' | 'rows' | 'refused';
  /** PostgreSQL's words on a setting that it refused. */
  reason?: string;
  /** Rows that were looked at, of about `total`. */
  rows?: number;
  total?: number;
}

/** Receives the progress of migrations. */
export type MigrationReport = (progress: MigrationProgress) => void;

/** How long a short statement may wait for its lock, in milliseconds; calls of the running release wait behind it. */
const LOCK_TIMEOUT = 200;

/**
 * Runs the migrations that have not run on this database, in order. The previous release keeps working meanwhile; one that was interrupted
 * continues where it was.
 * @param client a session of its own, directly on PostgreSQL, that nobody else migrates beside
 */
export async function runMigrations(client: pg.ClientBase, migrations: Migrations, report: MigrationReport): Promise<void> {
  // This session's limits are its own, whatever those of the server, the role or the service are.
  await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = 0`);
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query(`set client_min_messages = 'warning'`);
  await client.query(
    'create table if not exists migrations (id serial primary key, name varchar(255), executed_at timestamptz default now())',
  );
  await client.query(
    'create table if not exists migrations_under_way (name text primary key, steps int not null, after_row text[])',
  );
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  for (const [name, Class] of Object.entries(migrations)) {
    if (done.has(name)) continue;
    if (Class.replaces?.every((one) => done.has(one))) await client.query('insert into migrations (name) values ($1)', [name]);
    else await new Run(client, name, await stepsOf(Class), report).run();
  }
}

/** One migration that is carried out. */
class Run {
  constructor(
    private readonly client: pg.ClientBase,
    private readonly name: string,
    private readonly steps: readonly Step[],
    private readonly report: MigrationReport,
  ) {}

  async run(): Promise<void> {
    const { rows } = await this.client.query<{ steps: number; after_row: Cursor }>(
      'select steps, after_row from migrations_under_way where name = $1',
      [this.name],
    );
    const [begun] = rows;
    for (let at = begun?.steps ?? 0; at < this.steps.length; at++) {
      await this.step(this.steps[at]!, at, at === begun?.steps ? begun.after_row : null);
    }
  }

  private async step(step: Step, at: number, cursor: Cursor): Promise<void> {
    switch (step.kind) {
      case 'transaction':
        this.report({ migration: this.name, doing: 'statements' });
        return this.transaction(async () => {
          for (const statement of step.statements) await this.client.query(statement);
          await this.note(at + 1);
        });
      case 'index':
        this.report({ migration: this.name, doing: 'index' });
        await this.buildIndex(step.index, step.statement);
        break;
      case 'alone':
        this.report({ migration: this.name, doing: 'statements' });
        await this.client.query(step.statement);
        break;
      case 'backfill': {
        const total = await this.about(step.backfill.table);
        const report = (rows: number) => this.report({ migration: this.name, doing: 'rows', rows, total });
        await runBackfill(this.client, step.backfill, cursor, (last) => this.note(at, last), report);
      }
    }
    await this.transaction(() => this.note(at + 1));
  }

  private async transaction(work: () => Promise<void>): Promise<void> {
    const onWait = () => this.report({ migration: this.name, doing: 'waiting' });
    await inRetriedTransaction(this.client, { lockTimeout: LOCK_TIMEOUT, onWait }, work);
  }

  /** Notes how many steps are done; after the last one the migration itself. */
  private async note(steps: number, cursor: Cursor = null): Promise<void> {
    if (steps === this.steps.length) {
      await this.client.query('insert into migrations (name) values ($1)', [this.name]);
      await this.client.query('delete from migrations_under_way where name = $1', [this.name]);
    } else {
      await this.client.query(
        `insert into migrations_under_way values ($1, $2, $3)
         on conflict (name) do update set steps = excluded.steps, after_row = excluded.after_row`,
        [this.name, steps, cursor],
      );
    }
  }

  /** A build that was interrupted leaves an index that is kept up to date and never used: it is dropped and built again. */
  private async buildIndex(index: string, statement: string): Promise<void> {
    const { rows } = await this.client.query<{ indisvalid: boolean }>(
      'select indisvalid from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.indisvalid) return;
    if (rows[0]) await this.client.query(`drop index concurrently "${index}"`);
    await this.client.query(statement);
  }

  private async about(table: string): Promise<number> {
    const { rows } = await this.client.query<{ rows: string }>(
      // A table in partitions counts none itself.
      `select sum(greatest(reltuples, 0))::bigint as rows from pg_class
       where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
      [table],
    );
    return Number(rows[0]!.rows);
  }
}
