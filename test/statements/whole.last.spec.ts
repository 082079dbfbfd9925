import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { ACROSS_GROUPS, isListedBy } from './across-groups.js';
import { tablesOfGroups } from './groups-tables.js';
import { sentIn } from './sent.js';
import { withoutGroup } from './without-group.js';

describe('the statements that the service sent in the whole of `npm test`', () => {
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

  it.each(ACROSS_GROUPS)('have on the list: $name, for $why', async (entry) => {
    const listed = sent.filter((each) => isListedBy(entry, each));
    const found = await Promise.all(listed.map(({ text }) => withoutGroup(text, tables)));
    expect(found.flat().length).toBeGreaterThan(0);
  });
});
