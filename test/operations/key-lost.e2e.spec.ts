import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imported, startImporter } from '../imports/imports.js';
import { makeRequest, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let lost: TestService;
let next: TestService;
let worker: Awaited<ReturnType<typeof startImporter>>;
beforeAll(async () => {
  [lost, next] = await Promise.all([startService(), startService()]);
  worker = await startImporter(next.options);
});
afterAll(async () => {
  await worker?.close();
  await Promise.all([lost?.stop(), next?.stop()]);
});

/** What psql makes of a file of ops/key-lost, as a CSV. */
async function saved(name: string): Promise<{ rows: Record<string, unknown>[]; csv: string }> {
  const rows = await lost.sql(readFileSync(`ops/key-lost/${name}.sql`, 'utf8').replaceAll(":'group'", `'${await codeOf(lost)}'`));
  const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const lines = rows.map((row) => Object.values(row).map(cell).join(','));
  return { rows, csv: [Object.keys(rows[0] ?? {}).join(','), ...lines].join('\n') };
}

const codeOf = async ({ sql, groupID }: TestService) =>
  (await sql('select code from groups where id = $1', [groupID]))[0].code as string;

it('without its key, what is under way goes from the old database into a new installation; who was erased does not', async () => {
  const locationID = await lost.location();
  const owner = { firstName: 'Anna', lastName: 'O"Hara, jr', contactEmail: 'anna@example.com' };
  const kept = await lost.item(locationID, {
    ...UMBRELLA,
    externalID: 'K-1',
    owner,
    colors: ['black', 'red'],
    internalNotes: 'Shelf\nB3',
  });
  const labelled = await lost.item(locationID, { ...UMBRELLA, item: 'Hat' });
  const finished = await lost.item(locationID, { ...UMBRELLA, item: 'Ring' });
  await lost.call('PUT', `/items/${finished.ID}/status`, { status: 'finished' });
  const guest = { name: 'Bert Brook', email: 'bert@example.com' };
  const request = await makeRequest(lost.call, locationID, { request: 'A scarf', owner: guest });
  const ann = { username: 'ann', password: 'A long password of hers 7', email: 'ann@example.com', userRole: 'property_admin' };
  expect((await lost.call('POST', '/users', { ...ann, locationID })).status).toBe(201);
  // Nothing is sealed that can be opened: another key would be refused.
  await lost.sql("update subject_keys set sealed_key = '\\x00'");

  const place = await next.location();
  const { csv, rows } = await saved('items');
  expect(rows.map(({ externalID }) => externalID)).toEqual(['K-1', `lost-${labelled.ID}`]);
  expect(rows[0]!.locationID).toBe(kept.locationID);
  const record = await imported(next.call, csv.replaceAll(`"${locationID}"`, `"${place}"`));
  expect(record).toMatchObject({ status: 'done', accepted: 2, refused: 0 });
  const found = async (key: string) => (await next.call('GET', `/items?externalID=${key}`)).body.items[0];
  const fields = {
    item: kept.item,
    owner: kept.owner,
    colors: kept.colors,
    internalNotes: 'Shelf\nB3',
    departuredDate: kept.departuredDate,
  };
  expect(await found('K-1')).toMatchObject(fields);
  expect(await found(`lost-${labelled.ID}`)).toMatchObject({ item: 'Hat' });

  expect((await saved('requests')).rows).toEqual([
    expect.objectContaining({
      number: request.requestNumber,
      request: 'A scarf',
      name: 'Bert Brook',
      email: 'bert@example.com',
    }),
  ]);
  expect((await saved('locations')).rows.map((row) => row.locationID)).toContain(locationID);
  await lost.sql('update items set erased = true');
  expect((await saved('items')).rows).toEqual([]);
  expect((await saved('users')).rows).toEqual([
    expect.objectContaining({ username: 'ann', email: 'ann@example.com', userRole: 'property_admin', locationIDs: locationID }),
  ]);
});
