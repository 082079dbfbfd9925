import { Migration } from '@mikro-orm/migrations';

/** Writes columns of rows that are there, in small transactions in the order of the primary key. */
export interface Backfill {
  /** A table with a primary key. */
  table: string;
  /** The assignments behind `set`, as SQL over the row's own columns. */
  set: string;
  /** The rows that still need it, as SQL over the row's own columns: a batch that is sent again must change nothing. */
  where: string;
}

/**
 * A migration during which the previous release keeps working (docs/adr/0025-migrations-beside-a-running-release.md). Statements are
 * carried out in the order they are added: those of one transaction together, `create index concurrently`, `drop index concurrently`
 * and `alter table … validate constraint` each by itself. Steps that were done are noted, so that a migration that was interrupted
 * continues.
 */
export abstract class OnlineMigration extends Migration {
  readonly steps: (string | Backfill)[] = [];

  /** @param sql one statement that takes milliseconds, whatever the size of the table */
  override addSql(sql: string): void {
    this.steps.push(sql);
  }

  /** Fills columns in rows that are there; the previous release keeps writing meanwhile. */
  protected backfill(step: Backfill): void {
    this.steps.push(step);
  }
}
