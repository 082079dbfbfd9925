import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedFetch } from '../support/contract.js';
import { createUser, HOTEL, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const FULL = {
  ...UMBRELLA,
  colors: ['black', 'white'],
  shipping: { weight: { ID: 2 }, dimensions: { fitsInServicePackaging: false, width: 12.5, length: 20, height: 3 } },
  owner: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    contactEmail: 'anna.schmidt@example.com',
    phoneNumber: '+49 40 1234567',
    address: { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' },
  },
};

async function exported(query = '', token = service.token) {
  const response = await checkedFetch(`${service.url}/api/v2/items/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });
const recordsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('an export', () => {
  it('has every item with its record, newest first, more than are read at once', async () => {
    const [place, { groupID, call, token }] = ['many:1', await service.group('many')];
    await call('POST', '/locations', HOTEL);
    for (let n = 0; n < 12; n++)
      await call('POST', '/items/batch', { items: Array.from({ length: 100 }, () => ({ ...FULL, locationID: place })) });
    const { headers, text } = await exported('?format=ndjson', token);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe('attachment; filename="items.ndjson"');
    const records = recordsOf(text);
    const rows = await service.sql('select id from items where group_id = $1 order by id desc', [groupID]);
    expect(records.map(({ ID }) => ID)).toEqual(rows.map(({ id }) => id));
    expect(records).toHaveLength(1200);
    expect(records[0]).toEqual((await call('GET', `/items/${records[0].ID}`)).body);
    expect(rowsOf((await exported('', token)).text)).toHaveLength(1200);
  });

  it('is CSV unless told otherwise, with a column for each value of the record', async () => {
    const item = await service.item(locationID, { ...FULL, externalID: 'csv-1' });
    const { headers, text } = await exported('?externalID=csv-1');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.split('\n')[0]).toContain('ID,locationID,externalID,item,location,departuredDate,shipping.weight.ID,');
    expect(rowsOf(text)).toEqual([
      expect.objectContaining({
        ID: String(item.ID),
        departuredDate: '2026-11-20 00:00:00.000',
        colors: 'black|white',
        'shipping.weight.ID': '2',
        'shipping.dimensions.fitsInServicePackaging': 'false',
        'shipping.dimensions.width': '12.5',
        'owner.phoneNumber': "'+49 40 1234567",
        'owner.address.countryID': 'DE',
        'owner.address.address2': '',
        languageCode: 'en',
        registeredBy: '',
        createdAt: item.createdAt,
      }),
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@now', "'@now"],
    ["'s-Hertogenbosch", "''s-Hertogenbosch"],
    ['a=1', 'a=1'],
    ['said "hello",\nand; left', 'said "hello",\nand; left'],
    ['Ann;=HYPERLINK("x"),=1', `Ann;'=HYPERLINK("x"),=1`],
    ["one\r\n-two;'three", "one\r\n'-two;''three"],
  ])('writes the text %j as %j', async (text, cell) => {
    const { ID } = await service.item(locationID, { internalNotes: text });
    const rows = rowsOf((await exported()).text);
    expect(rows.find((row) => row.ID === String(ID))?.internalNotes).toBe(cell);
  });

  it('takes the filters of the list, and no page', async () => {
    await service.item(locationID, { brand: 'Filtered', externalID: 'filtered' });
    expect(recordsOf((await exported('?q=filtered&format=ndjson')).text)).toMatchObject([{ brand: 'Filtered' }]);
    expect((await exported('?q=nothing-at-all')).text.trimEnd().split('\n')).toHaveLength(1);
    for (const query of ['?limit=10', '?sort=updated', '?format=xlsx', '?status=deleted', '?locationID=demo:999']) {
      expect((await exported(query)).status, query).toBe(400);
    }
  });

  it('holds what the caller reaches', async () => {
    const other = await service.location();
    const { ID } = await service.item(other);
    await createUser(service.call, 'exporter', 'overview_subuser', other);
    await createUser(service.call, 'registrar', 'limited_subuser', other);
    const { accessToken } = await service.signIn('exporter');
    expect(recordsOf((await exported('?format=ndjson', accessToken)).text).map((record) => record.ID)).toEqual([ID]);
    expect((await exported('', (await service.signIn('registrar')).accessToken)).status).toBe(403);
  });
});

describe('an export that is under way', () => {
  it('ends within seconds of the token, without the end of the body', async () => {
    const { call, token } = await service.group('revoked');
    await call('POST', '/locations', HOTEL);
    // More than the buffers of a connection take.
    const long = 'щука '.repeat(400).trim();
    const item = { ...FULL, locationID: 'revoked:1', item: long, itemStorage: long, internalNotes: long };
    expect((await call('POST', '/items/batch', { items: Array(50).fill(item) })).status).toBe(200);
    const [{ columns }] = await service.sql(`
      select string_agg(attname::text, ', ') as columns from pg_attribute
      where attrelid = 'items'::regclass and attnum > 0 and attgenerated = ''`);
    for (let copy = 1; copy <= 35; copy++) {
      await service.sql(`
        insert into items (${columns}) select ${columns.replace(/\bid\b/, `id + 50 * ${copy}`)} from items
        where item like 'щука%' and id <= 50`);
    }
    const response = await fetch(`${service.url}/api/v2/items/export`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    const reader = response.body!.getReader();
    await reader.read();
    await service.sql(
      'update api_tokens set revoked_at = now() where hash is not null and group_id = (select id from groups where code = $1)',
      ['revoked'],
    );
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    const rest = async () => {
      for (;;) if ((await reader.read()).done) return;
    };
    await expect(rest()).rejects.toThrow('terminated');
  });
});
