import type pg from 'pg';
import { prepared, type Statement } from '#platform/database';

/** A step of a plan as PostgreSQL ran it. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How PostgreSQL runs a statement: every step of its plan, the whole first. */
export async function planOf(client: pg.Client, statement: Statement): Promise<Plan[]> {
  const { text, values } = prepared(statement.compile());
  const { rows } = await client.query({ text: `explain (analyze, buffers, timing off, format json) ${text}`, values });
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return steps(rows[0]['QUERY PLAN'][0].Plan);
}
