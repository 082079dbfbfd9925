import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import type { Sent } from '../support/statements.setup.js';
import { ACROSS_GROUPS, isListedBy } from './across-groups.js';
import { tablesOfGroups } from './groups-tables.js';
import { withoutGroup } from './without-group.js';

/** What the service really sent in this run, each statement once. */
function sentIn(folder: string): Sent[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));
  const sent = lines
    .map((line): Sent => JSON.parse(line))
    .map(({ text, from }) => ({
      text: text
        .replace(/--[^\n]*/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      from,
    }));
  return [...new Map(sent.map((each) => [each.text, each])).values()];
}

describe('the statements that the service sent in the whole run', () => {
  const sent = sentIn(inject('statements'));
  let database: TestDatabase;
  let tables: Set<string>;
  beforeAll(async () => {
    database = await createDatabase();
    tables = await connected(database.url, tablesOfGroups);
  });
  afterAll(() => database.drop());

  it('touch every table of Groups', () => {
    const untouched = [...tables].filter(
      (name) =>
        !sent.some(({ text }) => /^(?:with|select|insert|update|delete) /i.test(text) && new RegExp(`\\b${name}\\b`).test(text)),
    );
    expect(untouched).toEqual([]);
  });

  it('name the Group of each table of Groups that they touch, but for those on the list', async () => {
    const unnamed: string[] = [];
    for (const each of sent) {
      if (ACROSS_GROUPS.some((listed) => isListedBy(listed, each))) continue;
      const { text, from } = each;
      const found = await withoutGroup(text, tables);
      if (found.length > 0) unnamed.push(`${found.join(', ')} without group_id, sent by ${from}: ${text}`);
    }
    expect(unnamed).toEqual([]);
  });

  it.each(ACROSS_GROUPS)('have on the list: $name, for $why', async (entry) => {
    const listed = sent.filter((each) => isListedBy(entry, each));
    const found = await Promise.all(listed.map(({ text }) => withoutGroup(text, tables)));
    expect(found.flat().length).toBeGreaterThan(0);
  });
});
