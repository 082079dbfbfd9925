import { type Expression, sql } from 'kysely';
import type { Page } from '#platform/kernel';
import type { Database } from './database.js';
import { type Statement, statement, unprepared } from './sql.js';

/** Records are counted as far as this; beyond, PostgreSQL's estimate is given, and said to be one. */
const MOST_COUNTED = 10_000;

type Selection = Expression<unknown>;

/** Counts the rows of a selection, but not many more than are counted exactly. */
export function counting(selection: Selection): Statement<{ total: number }> {
  return unprepared(
    statement(sql`select count(*)::int as total from (select from (${selection}) found limit ${MOST_COUNTED + 1}::int) counted`),
  );
}

/** The total of a page: what was counted, or an estimate by the statistics of PostgreSQL's planner. */
export async function totalOf(
  database: Database,
  counted: number,
  selection: Selection,
): Promise<Pick<Page<never>, 'total' | 'estimated'>> {
  if (counted <= MOST_COUNTED) return { total: counted };
  const explained = unprepared(statement<{ 'QUERY PLAN': string | [Plan] }>(sql`explain (format json) ${selection}`));
  const plan = (await database.list<[{ 'QUERY PLAN': string | [Plan] }]>(explained))[0][0]!['QUERY PLAN'];
  const [{ Plan: expected }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [Plan];
  return { total: Math.max(expected['Plan Rows'], MOST_COUNTED + 1), estimated: true };
}

interface Plan {
  Plan: { 'Plan Rows': number };
}
