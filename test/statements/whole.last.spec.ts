import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { ACROSS_GROUPS, isListedBy } from './across-groups.js';
import { tablesOfGroups, viewsOfGroups } from './groups-tables.js';
import { sentIn } from './sent.js';
import { withoutGroup } from './without-group.js';

describe('the statements that the service sent in the whole of `npm test`', () => {
  const sent = sentIn(inject('statements'));
  let database: TestDatabase;
  let tables: Set<string>;
  let views: { name: string; definition: string }[];
  beforeAll(async () => {
    database = await createDatabase();
    tables = await connected(database.url, tablesOfGroups);
    views = await connected(database.url, viewsOfGroups);
  });
  afterAll(() => database.drop());

  it('touch every table of Groups', () => {
    const texts = sent.map(({ text }) => text).filter((text) => /^(?:with|select|insert|update|delete) /i.test(text));
    const name = (of: string) => new RegExp(`\\b${of}\\b`);
    const isSent = (of: string) => texts.some((text) => name(of).test(text));
    const isRead = (of: string) => views.some((view) => name(of).test(view.definition) && isSent(view.name));
    expect([...tables].filter((table) => !isSent(table) && !isRead(table))).toEqual([]);
  });

  it.each(ACROSS_GROUPS)('have on the list: $name, for $why', async (entry) => {
    const listed = sent.filter((each) => isListedBy(entry, each));
    const found = await Promise.all(listed.map(({ text }) => withoutGroup(text, tables)));
    expect(found.flat().length).toBeGreaterThan(0);
  });
});
