import { readFileSync } from 'node:fs';
import type pg from 'pg';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** A database of release 0.1.0 as SQL, with a row in every table. */
export const RELEASE_0_1_0 = read('before-parts.sql');

/** The migrations between 0.1.0 and 0.2.0 that 0.2.0 replaces, with their SQL, by part. */
const BETWEEN = Map.groupBy(
  read('between-releases.sql')
    .split(/^-- (?=[a-z-]+\/\d{4}_)/m)
    .slice(1)
    .map((section) => ({ name: section.slice(0, section.indexOf('\n')), sql: section.slice(section.indexOf('\n')) })),
  ({ name }) => name.split('/')[0]!,
);

/** The most migrations between the two releases that one part had. */
export const MOST_BETWEEN = Math.max(...[...BETWEEN.values()].map((sections) => sections.length));

/** Runs migrations between the two releases on a database that was handed over to the parts, in their order. @returns how many */
export async function runBetween(client: pg.Client, isChosen: (name: string, place: number) => boolean): Promise<number> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  let count = 0;
  for (const sections of BETWEEN.values()) {
    for (const { name, sql } of sections.filter((section, place) => isChosen(section.name, place) && !done.has(section.name))) {
      await client.query(sql);
      await client.query('insert into migrations (name) values ($1)', [name]);
      count++;
    }
  }
  return count;
}
