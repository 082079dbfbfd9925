import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOTEL } from '../support/records.js';
import { ended, type ImportService, imported, refusals, startImporter, startImportService, upload } from './imports.js';

let service: ImportService;
let locationID: string;
beforeAll(async () => {
  service = await startImportService();
  ({ locationID } = service);
});
afterAll(() => service?.stop());

const HEADER = 'externalID;item;location;departuredDate';
const found = async (key: string) => (await service.call('GET', `/items?externalID=${key}`)).body.items[0];

/** A Location in a country, whose guests are written to in a language. */
async function locationIn(countryID: string, code: string): Promise<string> {
  const { body } = await service.call('POST', '/locations', { ...HOTEL, address: { ...HOTEL.address, countryID } });
  await service.language({ language: code, code, default: true, locationID: body.locationID });
  return body.locationID;
}

describe('lines may end in any way', () => {
  const rows = [
    'E-1;Hat;Bar;2026-11-20',
    'E-2;"Scarf\r\nred";Bar;2026-11-20',
    'E-3;Ring;Bar;2026-11-20',
    'E-4;Cap',
    'E-5;Key;Bar;2026-11-20',
  ];
  it.each([
    ['LF behind CRLF', ['\r\n', '\r\n', '\n', '\r\n', '\n', '']],
    ['CRLF behind LF', ['\n', '\r\n', '\n\n', '\r\n\r\n', '\r\n', '\n']],
    ['CR alone', Array(6).fill('\r')],
    ['each in turn', ['\r', '\r\n', '\n', '\r', '\r\n', '\n']],
  ])('differently in one file too: %s', async (name, ends: string[]) => {
    const file = [HEADER, ...rows].map((row, index) => row.replace('E-', `${name.replaceAll(' ', '')}-`) + ends[index]).join('');
    const record = await imported(service.call, file, { locationID });
    expect(record).toMatchObject({ status: 'done', rows: 5, accepted: 4, refused: 1 });
    const items = await Promise.all([1, 2, 3, 5].map((n) => found(`${name.replaceAll(' ', '')}-${n}`)));
    expect(items.map(({ item }) => item)).toEqual(['Hat', 'Scarf\r\nred', 'Ring', 'Key']);
  });

  it('and where the rows that are read are not as many as were counted, the import fails and says so', async () => {
    await service.worker.close();
    const { body } = await upload(service.call, `${HEADER}\nM-1;Hat;Bar;2026-11-20\nM-2;Cap;Bar;2026-11-20`, { locationID });
    await service.sql('update imports set rows = 3 where group_id = $1 and id = $2', [service.groupID, body.ID]);
    service.worker = await startImporter(service.options);
    expect(await ended(service.call, body.ID)).toMatchObject({ status: 'failed', rows: 3, accepted: 2, refused: 0 });
    expect(await refusals(service.call, body.ID)).toEqual(['3  invalid_format']);
  }, 60_000);
});

describe('a first line that says the separator', () => {
  it.each([
    ['sep=;', ';', '\r\n'],
    ['\ufeffsep=;', ';', '\n'],
    ['"sep=;"', ';', '\r\n'],
    ['sep=\t', '\t', '\r\n'],
    ['SEP=|', '|', '\r'],
    ['sep=,,,,', ',', '\r\n'],
    ['\ufeff"sep=^"', '^', '\n'],
  ])('%j is no line of column names', async (line, sign, end) => {
    const key = `sep${Buffer.from(line).toString('hex')}`;
    const text = [HEADER, `${key};"Hat ${sign} cap";Bar, inside;2026-11-20`, `;;;2026-02-30`].map((row) =>
      row.replaceAll(';', sign).replace('Bar, inside', sign === ',' ? '"Bar, inside"' : 'Bar, inside'),
    );
    const record = await imported(service.call, [line, ...text].join(end), { locationID });
    expect(record).toMatchObject({ rows: 2, accepted: 1, refused: 1 });
    expect(await found(key)).toMatchObject({ item: `Hat ${sign} cap`, location: 'Bar, inside' });
    const { body } = await service.call('GET', `/imports/${record.ID}/errors?format=rows`);
    const mended = body.replace('2026-02-30', '2026-02-28').replace(/(Line 3:.*?)([,;\t])([,;\t])/, '$1$2$3Hat');
    const again = await upload(service.call, mended, { locationID });
    expect([again.status, (await ended(service.call, again.body.ID)).rows]).toEqual([202, 1]);
  });
});

it.each([
  ['.xlsx', '504b0304140006000800'],
  ['.xls', 'd0cf11e0a1b11ae10000'],
])('a workbook, %s, is refused by its name', async (_kind, hex) => {
  const { status, body } = await upload(service.call, Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(70_000, 7)]), {
    locationID,
  });
  const message = 'Is a workbook, not a CSV: save it as "CSV UTF-8".';
  expect([status, body.errors]).toEqual([400, [{ field: 'file', code: 'invalid_format', message }]]);
});

describe('a file that does not say its encoding', () => {
  it.each([
    ['windows-1250', 'PL', 'pl', 'Żółta walizka', Buffer.from([0xaf, 0xf3, 0xb3, 0x74, 0x61, ...Buffer.from(' walizka')])],
    ['windows-1251', 'BG', 'bg', 'Шапка', Buffer.from([0xd8, 0xe0, 0xef, 0xea, 0xe0])],
    ['windows-1253', 'GR', 'el', 'Καπέλο', Buffer.from([0xca, 0xe1, 0xf0, 0xdd, 0xeb, 0xef])],
    ['windows-1254', 'TR', 'tr', 'Şapka', Buffer.from([0xde, ...Buffer.from('apka')])],
    ['windows-1256', 'AE', 'ar', 'حقيبة', Buffer.from([0xcd, 0xde, 0xed, 0xc8, 0xc9])],
    ['shift_jis', 'JP', 'ja', 'ソート表|表', Buffer.from([0x83, 0x5c, 0x81, 0x5b, 0x83, 0x67, 0x95, 0x5c, 0x7c, 0x95, 0x5c])],
    ['gbk', 'CN', 'zh', '帽子亅', Buffer.from([0xc3, 0xb1, 0xd7, 0xd3, 0x81, 0x7c])],
    ['windows-1252', 'FR', 'fr', 'Œuvre à 5 €', Buffer.from([0x8c, ...Buffer.from('uvre '), 0xe0, ...Buffer.from(' 5 '), 0x80])],
  ])('is read in %s in %s', async (encoding, country, language, item, bytes) => {
    const place = await locationIn(country, language);
    const file = (key: string) =>
      Buffer.concat([Buffer.from(`${HEADER}\r\n${key};"`), bytes, Buffer.from(`";Bar;2026-11-20\r\n`)]);
    const guessed = await imported(service.call, file(`guessed-${encoding}`), { locationID: place });
    expect(guessed).toMatchObject({ encoding, rows: 1, accepted: 1 });
    expect((await found(`guessed-${encoding}`)).item).toBe(item);
    const said = await imported(service.call, file(`said-${encoding}`), { locationID, encoding });
    expect(said).toMatchObject({ encoding, rows: 1, accepted: 1 });
    expect((await found(`said-${encoding}`)).item).toBe(item);
    expect((await imported(service.call, `\ufeff${HEADER}\n;;;`, { locationID: place })).encoding).toBe('utf-8');
  });

  it('says it by its mark: what Excel calls Unicode Text, whose numbers have commas', async () => {
    const size = 'shipping.dimensions.';
    const header = `externalID\titem\tlocation\tdeparturedDate\t${size}fitsInServicePackaging\t${size}width\t${size}length\t${size}height`;
    const file = Buffer.from(`\ufeff${header}\r\nunicode\tKoffer groß\tHalle\t2026-11-20\tfalse\t13,75\t40,5\t22\r\n`, 'utf16le');
    expect(await imported(service.call, file, { locationID })).toMatchObject({ encoding: 'utf-16le', accepted: 1 });
    expect(await found('unicode')).toMatchObject({
      item: 'Koffer groß',
      shipping: { dimensions: { width: 13.75, length: 40.5 } },
    });
  });

  it.each([';', '|', '^'])('has numbers with commas between %j too', async (by) => {
    const size = 'shipping.dimensions.';
    const header = ['externalID', 'item', 'location', 'departuredDate', `${size}fitsInServicePackaging`];
    const names = [...header, ...['width', 'length', 'height'].map((name) => size + name)];
    const row = [`commas-${by.charCodeAt(0)}`, 'Hat', 'Bar', '2026-11-20', 'false', '13,75', '40,5', '22'];
    const file = `sep=${by}\r\n${names.join(by)}\r\n${row.join(by)}\r\n`;
    expect(await imported(service.call, file, { locationID })).toMatchObject({ accepted: 1, refused: 0 });
    expect(await found(`commas-${by.charCodeAt(0)}`)).toMatchObject({ shipping: { dimensions: { width: 13.75, length: 40.5 } } });
  });

  it.each([
    ['a byte that its language’s encoding does not have', 'PL', 'pl', {}, [0x81]],
    ['one of Windows-1252', 'NL', 'nl', {}, [0x9d]],
    ['a letter in UTF-8 beside one in Windows-1252', 'NL', 'nl', {}, [0xc3, 0xbc, 0xfc]],
    ['half a letter', 'JP', 'ja', {}, [0x83, 0x22]],
    ['a letter that was never assigned', 'JP', 'ja', {}, [0xf0, 0x40]],
    ['a byte that the encoding said does not have', 'NL', 'nl', { encoding: 'windows-1253' }, [0xd2]],
    ['a language whose encoding is not read', 'KR', 'ko', {}, [0xb0, 0xa1]],
    ['a mark of another encoding than is said', 'NL', 'nl', { encoding: 'gbk' }, null],
  ])('is refused in words with %s', async (_what, country, language, fields, bytes) => {
    const place = await locationIn(country, language);
    const head = Buffer.from(`${bytes ? '' : '\ufeff'}${HEADER}\nwrong;Hat `);
    const file = Buffer.concat([head, Buffer.from(bytes ?? []), Buffer.from(';Bar;2026-11-20')]);
    const { status, body } = await upload(service.call, file, { locationID: place, ...fields });
    expect([status, body.errors]).toMatchObject([400, [{ field: 'file', code: 'invalid_format' }]]);
  });
});
