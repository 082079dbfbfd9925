import { sql } from 'kysely';
import type { Clock } from '#platform/kernel';
import { isSqlError } from '#platform/postgres';
import type { Database } from './database.js';
import { serviceTime } from './service-time.js';
import { statement } from './sql.js';

/** A table in partitions by month, `<table>_YYYY_MM`, and `<table>_default` for rows of months that have none. */
export interface MonthlyTable {
  table: string;
  /** The column that it is partitioned by; its values begin with a time. */
  key: string;
  /** The least value of a moment, as PostgreSQL reads it. */
  least(moment: Date): string;
  /** The last row of each Group stays, however old. The primary key is the Group and the key. */
  keepsLast?: boolean;
}

/** Number of months with partitions that are created in advance. */
const AHEAD = 2;

/** How long a partition may wait for its lock, in milliseconds: whoever reads or writes the table waits behind it. */
const LOCK_TIMEOUT = 200;

/**
 * Why a partition is left as it is: others hold a lock on the table, another worker was first, rows of the month stand in the default
 * partition, or the month is within the first partition of a table that was there before.
 */
const LEFT = [
  'lock_not_available',
  'duplicate_table',
  'undefined_table',
  'check_violation',
  'invalid_object_definition',
] as const;

/** Partitions have settings of their own: dead rows are cleaned at a twentieth of one (docs/scaling.md). */
const VACUUMED = 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02';

/** Maximum rows of a default partition deleted per statement. */
const BATCH = 10_000;

/** The monthly partitions of tables with rows that are kept for a time. */
export class MonthlyPartitions {
  /** @param retention milliseconds */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly retention: number,
    private readonly tables: readonly MonthlyTable[],
  ) {}

  /**
   * Adds this month and the next two, and drops months older than the retention. A partition that others hold a lock on waits for the next
   * turn. @returns whether there are more rows to be deleted from a default partition
   */
  async turn(): Promise<boolean> {
    const asked = await this.database.queryOne(statement(sql<{ now: string }>`select ${serviceTime(this.clock)} as now`));
    const now = new Date(asked!.now);
    const end = new Date(now.getTime() - this.retention);
    let isMore = false;
    for (const table of this.tables) {
      const names = await this.namesOf(table);
      for (let ahead = 0; ahead <= AHEAD; ahead++) {
        const first = monthOf(now, ahead);
        if (!names.includes(nameOf(table, first))) await this.briefly(creating(table, first));
      }
      for (const name of names) if (endOf(name) <= end) await this.briefly(dropping(table, name));
      for (const name of await this.unset(table)) await this.briefly([`alter table ${name} set (${VACUUMED})`]);
      if (await this.cleanDefault(table, end)) isMore = true;
    }
    return isMore;
  }

  private async namesOf({ table }: MonthlyTable): Promise<string[]> {
    const rows = await this.database.query(
      statement(sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent = ${table}::regclass and inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$'`),
    );
    return rows.map(({ name }) => name);
  }

  /** The partitions without settings, however they were made. */
  private async unset({ table }: MonthlyTable): Promise<string[]> {
    const rows = await this.database.query(
      statement(sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid
        where inhparent = ${table}::regclass and relkind = 'r' and reloptions is null`),
    );
    return rows.map(({ name }) => name);
  }

  /** In a transaction of its own, so that nobody's work waits with it. */
  private async briefly(statements: readonly string[]): Promise<void> {
    const work = this.database.transaction(async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT}`);
      for (const each of statements) await client.query(each);
    });
    await work.catch((error) => {
      if (!isSqlError(error, ...LEFT)) throw error;
    });
  }

  private async cleanDefault({ table, key, least, keepsLast }: MonthlyTable, end: Date): Promise<boolean> {
    const rows = sql.table(`${table}_default`);
    const isOld = (name: string) => sql`${sql.ref(`${name}.${key}`)} < ${sql.lit(least(end))}`;
    const isFollowed = sql`exists (select from ${rows} later where later.group_id = old.group_id
      and ${sql.ref(`later.${key}`)} > ${sql.ref(`old.${key}`)} and ${isOld('later')})`;
    const deleted = await this.database.query(
      statement(sql`delete from ${rows} where ctid = any(array(
        select ctid from ${rows} old where ${isOld('old')} ${keepsLast ? sql`and ${isFollowed}` : sql``}
        limit ${BATCH}::int)) returning 1`),
    );
    return deleted.length === BATCH;
  }
}

/** The first moment of a month. */
function monthOf(moment: Date, ahead: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead));
}

function nameOf({ table }: MonthlyTable, first: Date): string {
  return `${table}_${first.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** The end of the month in a partition's name. */
function endOf(name: string): Date {
  return new Date(Date.UTC(Number(name.slice(-7, -3)), Number(name.slice(-2))));
}

/** A table that is attached, as making it a partition at once would take the lock of a table that is dropped. */
function creating(of: MonthlyTable, first: Date): string[] {
  const name = nameOf(of, first);
  return [
    `create table ${name} (like ${of.table} including all)`,
    `alter table ${of.table} attach partition ${name} for values from ('${of.least(first)}') to ('${of.least(monthOf(first, 1))}')`,
  ];
}

function dropping({ table, key, keepsLast }: MonthlyTable, name: string): string[] {
  if (!keepsLast) return [`drop table ${name}`];
  const lastOf = (where: string) => `select * from ${name} ${where} order by group_id desc, ${key} desc limit 1`;
  return [
    `alter table ${table} detach partition ${name}`,
    `insert into ${table} with recursive last as (
      (${lastOf('')}) union all
      select next.* from last cross join lateral (${lastOf('where group_id < last.group_id')}) next
    ) select * from last`,
    `drop table ${name}`,
  ];
}
