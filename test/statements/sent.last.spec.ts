import { expect, inject, it } from 'vitest';
import { connected, createDatabase } from '../support/database.js';
import { ACROSS_GROUPS, isListedBy } from './across-groups.js';
import { tablesOfGroups } from './groups-tables.js';
import { sentIn } from './sent.js';
import { withoutGroup } from './without-group.js';

it('the statements that the service sent name the Group of each table of Groups that they touch, but for those on the list', async () => {
  const database = await createDatabase();
  const tables = await connected(database.url, tablesOfGroups);
  await database.drop();
  const sent = sentIn(inject('statements'));
  expect(sent.length).toBeGreaterThan(0);
  const unnamed: string[] = [];
  for (const each of sent) {
    if (ACROSS_GROUPS.some((listed) => isListedBy(listed, each))) continue;
    const { text, from } = each;
    const found = await withoutGroup(text, tables);
    if (found.length > 0) unnamed.push(`${found.join(', ')} without group_id, sent by ${from}: ${text}`);
  }
  expect(unnamed).toEqual([]);
});
