import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unguarded } from '#contexts/items';
import { COLUMNS, ended, type ImportService, imported, refusals, startImportService, upload } from './imports.js';

let service: ImportService;
let locationID: string;
beforeAll(async () => {
  service = await startImportService();
  ({ locationID } = service);
});
afterAll(() => service?.stop());

const found = async (key: string) => (await service.call('GET', `/items?externalID=${key}`)).body.items[0];
const HEADER = 'item,location,departuredDate,externalID';
const row = (key: string, item = 'Mütze') => `${HEADER}\n${item},Bar,2026-11-20,${key}`;
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('the encoding of a file', () => {
  it('is UTF-8, else Windows-1252, however late the first letter stands that shows it', async () => {
    const plain = await imported(service.call, row('plain'), { locationID });
    expect(plain).toMatchObject({ encoding: 'utf-8', accepted: 1 });
    const late = Buffer.from(
      `${row('early', 'Hat')}\n${`${'x'.repeat(500_000)},,,\n`.repeat(3)}Preis 5 \x80,M\xfcll,2026-11-20,late`,
      'latin1',
    );
    const record = await imported(service.call, late, { locationID });
    expect(record).toMatchObject({ encoding: 'windows-1252', rows: 5, accepted: 2, refused: 3 });
    expect(await found('late')).toMatchObject({ item: 'Preis 5 €', location: 'Müll' });
  });

  it('is UTF-16 where the form says so, before the file or behind it', async () => {
    const before = await imported(service.call, utf16(`\ufeff${row('wide-1', 'Hut 帽子')}`), {
      locationID,
      encoding: 'utf-16le',
    });
    expect(before).toMatchObject({ encoding: 'utf-16le', rows: 1, accepted: 1 });
    expect(await found('wide-1')).toMatchObject({ item: 'Hut 帽子' });
    const form = new FormData();
    form.set('file', new Blob([utf16(row('wide-2'))]), 'items.csv');
    form.set('encoding', 'utf-16le');
    form.set('locationID', locationID);
    const { body } = await service.call('POST', '/imports', form);
    expect(await ended(service.call, body.ID)).toMatchObject({ accepted: 1 });
    expect(await found('wide-2')).toMatchObject({ item: 'Mütze' });
  });

  it.each([
    ['utf-8', Buffer.from(row('not'), 'latin1'), 'file', 'invalid_format'],
    ['windows-1252', utf16(row('not')), 'file', 'invalid_format'],
    ['utf-16le', Buffer.from('abc'), 'file', 'invalid_format'],
    ['utf-7', Buffer.from(row('not')), 'encoding', 'not_allowed'],
  ])('that is said to be %s and is not is refused', async (encoding, file, field, code) => {
    const { status, body } = await upload(service.call, file, { encoding });
    expect([status, body.errors]).toMatchObject([400, [{ field, code }]]);
    expect(await service.sql(`select from items where external_id = 'not'`)).toHaveLength(0);
  });

  it('given as it is, Windows-1252 is not mistaken for UTF-8', async () => {
    const file = Buffer.from(row('really', 'Ã¼'), 'latin1');
    expect(await imported(service.call, file, { locationID, encoding: 'windows-1252' })).toMatchObject({ accepted: 1 });
    expect(await found('really')).toMatchObject({ item: 'Ã¼' });
  });
});

describe('the columns of a file', () => {
  const file = (key: string) => `No.,What,location,When,Key,Remark\n1,Cap,Bar,2026-11-20,${key},left`;
  const columns = JSON.stringify({
    'No.': null,
    What: 'item',
    When: 'departuredDate',
    Key: 'externalID',
    Remark: null,
    Absent: 'brand',
  });

  it('are named otherwise by a mapping, left out by null, and by their paths where it says nothing', async () => {
    expect(await imported(service.call, file('mapped'), { locationID, columns })).toMatchObject({ accepted: 1, refused: 0 });
    expect(await found('mapped')).toMatchObject({ item: 'Cap', location: 'Bar', internalNotes: null });
  });

  it.each([
    ['nothing that is JSON', '{', ['columns', 'invalid_format']],
    ['a list', '["item"]', ['columns', 'invalid_format']],
    ['a path that no item has', '{"What":"thing","No.":null}', ['columns.What', 'not_allowed']],
    ['a number', '{"What":1}', ['columns.What', 'invalid_type']],
    ['a use of `problems`', '{"problems":"item"}', ['columns.problems', 'not_allowed']],
    ['two columns for one path', columns.replace('"Remark":null', '"Remark":"item"'), ['Remark', 'not_allowed']],
    ['not all of them', '{"What":"item","Key":"externalID","When":null,"Remark":null}', ['No.', 'unknown_field']],
  ])('are refused with a mapping that is or names %s', async (_name, given, [field, code]) => {
    const { status, body } = await upload(service.call, file('refused'), { columns: given });
    expect([status, body.errors]).toMatchObject([400, [{ field, code }]]);
  });

  it('may be fewer than the cells of a row, which is refused once', async () => {
    const text = `${COLUMNS}\nCap,Bar,2026-11-20,${locationID}\nCap,blue,Bar,2026-11-20,${locationID}\nCap,Bar,2026-11-20,${locationID},`;
    const record = await imported(service.call, text);
    expect(record).toMatchObject({ rows: 3, accepted: 1, refused: 2 });
    expect(await refusals(service.call, record.ID)).toEqual(['2  too_many_columns', '3  too_many_columns']);
  });
});

describe('the cells of a file', () => {
  it.each([
    ['DD.MM.YYYY', '3.2.2026', '03.02.2026 09:30'],
    ['DD/MM/YYYY', '03/02/2026', '3/2/2026 9:30'],
    ['MM/DD/YYYY', '2/3/2026', '02/03/2026 09:30:00'],
    ['YYYY/MM/DD', '2026/2/3', '2026/02/03 9:30'],
    ['DD-MM-YYYY', '3-2-2026', '03-02-2026 09:30'],
    ['YYYY-MM-DD', '2026-02-03', '2026-02-03T10:30:00+01:00'],
    ['YYYY-MM-DD', '2026-2-3 11:00', '2026-02-03 09:30:00.000000+00'],
  ])('have dates as %s', async (dateFormat, date, time) => {
    const key = `date-${date}`;
    const text = `${HEADER},foundAt,brand\nCap,Bar,${date},${key},${time},\nCap,Bar,2026-02-03,${key}-iso,,\nCap,Bar,31.04.2026,,,`;
    const record = await imported(service.call, text, { locationID, dateFormat });
    expect(record).toMatchObject({ accepted: 2, refused: 1 });
    expect(await refusals(service.call, record.ID)).toEqual(['3 departuredDate invalid_format']);
    const at = { departuredDate: '2026-02-03 00:00:00.000', foundAt: '2026-02-03 09:30:00.000' };
    expect(await found(encodeURIComponent(key))).toMatchObject(at);
    expect(await found(encodeURIComponent(`${key}-iso`))).toMatchObject({ departuredDate: at.departuredDate });
  });

  it('have times as the service writes them whatever the format of dates', async () => {
    const text = `${HEADER},foundAt\nCap,Bar,2026-02-03 11:00,own-1,2026-02-03 09:30\nCap,Bar,2026-02-03T11:00,own-2,03.02.2026 09:30`;
    expect(await imported(service.call, text, { locationID, dateFormat: 'DD.MM.YYYY' })).toMatchObject({ accepted: 2 });
    const at = { departuredDate: '2026-02-03 00:00:00.000', foundAt: '2026-02-03 09:30:00.000' };
    expect([await found('own-1'), await found('own-2')]).toMatchObject([at, at]);
  });

  it('have no number that may be a thousand or a thousandth of it', async () => {
    const text = `${HEADER},customStorageDays\nCap,Bar,2026-02-03,days-1,1.000\nCap,Bar,2026-02-03,days-2,"30,0"`;
    const record = await imported(service.call, text.replaceAll(/,(?!0")/g, ';'), { locationID });
    expect(await refusals(service.call, record.ID)).toEqual(['1 customStorageDays invalid_type']);
    expect(await found('days-2')).toMatchObject({ customStorageDays: 30 });
  });

  it('name colors and categories in any language of the pages', async () => {
    const names = ['Weiß|bleu clair|NEGRO|black', 'أحمر|Lila', 'sky|Grün'];
    const kinds = ['Schmuck|Sac ou valise', 'electronic_main|Toy|Electronics', 'Hut'];
    const lines = names.map((colors, index) => `Cap,Bar,2026-11-20,named-${index},${colors},"${kinds[index]}"`);
    const record = await imported(service.call, `${HEADER},colors,categories\n${lines.join('\n')}`, { locationID });
    expect(await refusals(service.call, record.ID)).toEqual(['3 colors.0 not_allowed', '3 categories.0 not_allowed']);
    expect(await found('named-0')).toMatchObject({ colors: ['white', 'lightBlue', 'black'], categories: ['jewelry', 'bag'] });
    expect(await found('named-1')).toMatchObject({ colors: ['red', 'purple'], categories: ['electronic_main', 'toy'] });
  });

  it('hold what the front desk knows of a find', async () => {
    const { body: place } = await service.call('POST', `/locations/${locationID}/storage-places`, { name: 'Safe' });
    const header = 'item,location,externalID,foundAt,foundBy,hiddenMark,handling,storagePlaceID';
    const known = `Watch,Spa,find,2026-11-20 08:15:00,J. Smit,"Engraved ""L""",valuable,${place.ID}`;
    const text = `${header}\n${known}\nWatch,Spa,,2026-11-20,,,fragile,999`;
    const record = await imported(service.call, text, { locationID });
    expect(await refusals(service.call, record.ID)).toEqual(['2 handling not_allowed']);
    expect(await found('find')).toMatchObject({
      foundAt: '2026-11-20 08:15:00.000',
      departuredDate: '2026-11-20 00:00:00.000',
      foundBy: 'J. Smit',
      hiddenMark: 'Engraved "L"',
      handling: 'valuable',
      storagePlaceID: place.ID,
    });
  });
});

describe('refused rows', () => {
  it.each([',', ';', '\t'])(
    'separated by %j hold no formulas, and have the same texts once they are imported again',
    async (sign) => {
      const texts = ['=1+1;=2', "'=1", "'s;'t", '-5\n+6,=7', "a;'=b", '@x\t-y', '="0012"'];
      const written = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = texts.map((text, n) => [written(text), 'Bar', '2026-02-30', `formula-${sign.charCodeAt(0)}-${n}`].join(sign));
      const file = [HEADER.replaceAll(',', sign), ...rows].join('\n');
      const record = await imported(service.call, file, { locationID });
      expect(record).toMatchObject({ accepted: 0, refused: texts.length });
      const { body } = await service.call('GET', `/imports/${record.ID}/errors?format=rows`);
      for (const by of [',', ';', '\t']) {
        const cells = parse(body, { delimiter: by, relax_quotes: true, relax_column_count: true }).flat();
        expect(cells.filter((cell: string) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }
      const mended = await imported(service.call, body.replaceAll('2026-02-30', '2026-02-28'), { locationID });
      expect(mended).toMatchObject({ accepted: texts.length, refused: 0 });
      const read = texts.map((text) => unguarded(text, sign).replace(/^="(.*)"$/, '$1'));
      const items = await Promise.all(read.map((_, n) => found(`formula-${sign.charCodeAt(0)}-${n}`)));
      expect(items.map(({ item }) => item)).toEqual(read);
    },
  );

  it('are kept sealed, as they came, and name the line of a spreadsheet', async () => {
    const record = await imported(service.call, `${HEADER}\n"=1+1\n2",Bar,2026-02-30,Guestname\n,,,\n,Bar,2026-11-20`, {
      locationID,
    });
    const { body, headers } = await service.call('GET', `/imports/${record.ID}/errors?format=rows`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const date =
      'Must be an existing date written as YYYY-MM-DD HH:MM:SS, YYYY-MM-DDTHH:MM:SS.sssZ, YYYY-MM-DDTHH:MM:SS or YYYY-MM-DD. ' +
      'Say with dateFormat how others are written, as DD.MM.YYYY.';
    expect(body).toBe(
      `problems,${HEADER}\n"Line 2: departuredDate: ${date}","'=1+1\n2",Bar,2026-02-30,Guestname\n` +
        'Line 4: item: Is required.,,Bar,2026-11-20\n',
    );
    const bytes = await fetch(`${service.url}/api/v2/imports/${record.ID}/errors?format=rows`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect([...new Uint8Array(await bytes.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [{ kept }] = await service.sql('select string_agg(r::text, $1) as kept from import_refusals r', [' ']);
    expect(kept).not.toContain('Guestname');
    expect(kept).not.toContain(Buffer.from('Guestname').toString('hex'));
    const errors = (await service.call('GET', `/imports/${record.ID}/errors`)).body;
    expect(errors).toContain('3,item,required,Line 4: item: Is required.');
    expect((await service.call('GET', `/imports/${record.ID}/errors?format=xls`)).status).toBe(400);
  });
});
