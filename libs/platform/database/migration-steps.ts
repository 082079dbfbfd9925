import type { Migration } from '@mikro-orm/migrations';
import { type Backfill, OnlineMigration } from './online-migration.js';

/** A part of a migration that is carried out as a whole. */
export type Step =
  | { kind: 'transaction'; statements: string[] }
  | { kind: 'index'; index: string; statement: string }
  | { kind: 'alone'; statement: string }
  | { kind: 'backfill'; backfill: Backfill };

/**
 * A class of migrations, as MikroORM makes them. One that replaces others does their work on a database that any of them ran on or none;
 * where all ran, it counts as done.
 */
export type MigrationClass = (new (...args: never[]) => Migration) & { readonly replaces?: readonly string[] };

/** Migrations by name, in order. */
export type Migrations = Readonly<Record<string, MigrationClass>>;

const BUILDS_INDEX = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i;
/** Takes long, but stops nobody unless it shares a transaction with what does. */
const ALONE = /^\s*(drop\s+index\s+concurrently|alter\s+table\s+\S+\s+validate\s+constraint)\b/i;

/** The steps of a migration: statements that follow each other share a transaction, unless they have to be alone. */
export async function stepsOf(Class: MigrationClass): Promise<Step[]> {
  const migration = new Class();
  await migration.up();
  const added = migration instanceof OnlineMigration ? migration.steps : (migration.getQueries() as string[]);
  const steps: Step[] = [];
  for (const one of added) {
    if (typeof one !== 'string') steps.push({ kind: 'backfill', backfill: one });
    else if (BUILDS_INDEX.test(one)) steps.push({ kind: 'index', index: BUILDS_INDEX.exec(one)![1]!, statement: one });
    else if (ALONE.test(one)) steps.push({ kind: 'alone', statement: one });
    else {
      const last = steps.at(-1);
      if (last?.kind === 'transaction') last.statements.push(one);
      else steps.push({ kind: 'transaction', statements: [one] });
    }
  }
  return steps;
}
