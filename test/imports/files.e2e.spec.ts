import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { begunForms, breakOff } from '../support/begun-forms.js';
import { COLUMNS, ended, type ImportService, imported, startImportService, upload } from './imports.js';

let service: ImportService;
let locationID: string;
beforeAll(async () => {
  service = await startImportService();
  ({ locationID } = service);
});
afterAll(() => service?.stop());

const files = async () => (await service.sql('select coalesce(sum(parts), 0)::int as parts from imports'))[0].parts;
/** A file is deleted in the round after its import has ended. */
const noFiles = () => vi.waitFor(async () => expect(await files()).toBe(0), 50_000);

describe('a file', () => {
  it.each([
    ['with an unknown column', 'item,colour\nA,B', 'colour', 'unknown_field'],
    ['with a column twice', 'item,item\nA,B', 'item', 'not_allowed'],
    ['without anything', '', 'file', 'required'],
    ['in UTF-16 that does not say so', Buffer.from('item;location\nA;B', 'utf16le'), 'file', 'invalid_format'],
    ['in UTF-16, the bytes swapped', Buffer.from('\ufeffitem;location\nA;B', 'utf16le').swap16(), 'file', 'invalid_format'],
    ['with a row of more than a mebibyte', `item\n${'x'.repeat(1024 * 1024 + 1)}`, 'file', 'too_long'],
    ['with more columns than a spreadsheet', `item${';'.repeat(16_384)}\n`, 'file', 'too_long'],
    ['with a quote that is never closed', 'item,location\n"A,B\nC,D', 'file', 'invalid_format'],
    ['with a quote in its first line that is never closed', 'item,"location\nA,B\nC,D', 'file', 'invalid_format'],
    ['of nothing but a quote', '"', 'file', 'invalid_format'],
    ['of more than 200,000 rows', `item\n${'A\n'.repeat(200_001)}`, 'file', 'too_long'],
  ])('%s is refused before anything is queued', async (_name, file, field, code) => {
    const before = (await service.call('GET', '/imports')).body.length;
    const { status, body } = await upload(service.call, file);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toContainEqual(expect.objectContaining({ field, code }));
    expect((await service.call('GET', '/imports')).body).toHaveLength(before);
  });

  it('may quote the names of its columns, and begin a quoted cell at the end of what arrives first', async () => {
    const cell = `"${'x'.repeat(70_000)}\nand more"`;
    const file = `"item","location",departuredDate,locationID\n${cell},Bar,2026-11-20,${locationID}`;
    expect(await imported(service.call, file, { dryRun: 'true' })).toMatchObject({ status: 'done', rows: 1, refused: 1 });
    const named = await upload(service.call, 'item,"loca\ntion"\nA,B');
    expect(named.body.errors).toMatchObject([{ code: 'unknown_field' }]);
  });

  it('of more than 50 MiB is 413', async () => {
    const file = `item\n${`${'x'.repeat(1023)}\n`.repeat(51 * 1024)}`;
    const { status, body } = await upload(service.call, file);
    expect([status, body.code, body.detail]).toEqual([413, 'payload_too_large', 'The file is larger than 50 MiB.']);
    await noFiles();
  });

  it('is needed, and nothing else is taken', async () => {
    const form = new FormData();
    form.set('dryRun', 'true');
    expect((await service.call('POST', '/imports', form)).body.errors).toMatchObject([{ field: 'file', code: 'required' }]);
    expect((await upload(service.call, 'item\nA', { colour: 'red' })).body.errors).toMatchObject([
      { field: 'colour', code: 'unknown_field' },
    ]);
    expect((await upload(service.call, 'item\nA', { dryRun: 'yes' })).body.errors).toMatchObject([{ field: 'dryRun' }]);
    expect((await service.call('POST', '/imports', { file: 'x' })).status).toBe(415);
    const cut = '--x\r\nContent-Disposition: form-data; name="other"; filename="a.csv"\r\n\r\nitem';
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${service.token}` };
    expect((await fetch(`${service.url}/api/v2/imports`, { method: 'POST', body: cut, headers })).status).toBe(400);
    await noFiles();
  });

  it.each([
    ['another file', 'name="file"; filename="b.csv"', 'file', 'not_allowed'],
    ['a field as a file', 'name="columns"; filename="blob"', 'columns', 'invalid_type'],
    [
      'itself packed for mail',
      'name="file"; filename="b.csv"\r\nContent-Transfer-Encoding: Quoted-Printable',
      'file',
      'invalid_format',
    ],
  ])('says of %s what is wrong with it', async (_what, part, field, code) => {
    const parts = [part, ...(code === 'invalid_format' ? [] : ['name="file"; filename="a.csv"'])];
    const body = parts.reverse().map((one) => `--x\r\nContent-Disposition: form-data; ${one}\r\n\r\n{}\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${service.token}` };
    const answer = await fetch(`${service.url}/api/v2/imports`, { method: 'POST', body: `${body.join('')}--x--\r\n`, headers });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ field, code }] }]);
  });

  it('that is sent again with its key becomes one import', async () => {
    const file = `${COLUMNS},externalID\nA,B,2026-11-20 11:00:00,${locationID},keyed`;
    const headers = { 'Idempotency-Key': 'import-1' };
    const answers = await Promise.all([upload(service.call, file, {}, headers), upload(service.call, file, {}, headers)]);
    answers.push(await upload(service.call, file, {}, headers));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.ID)).size).toBe(1);
    expect(await ended(service.call, answers[0]!.body.ID)).toMatchObject({ accepted: 1, refused: 0 });
    await noFiles();
  });
});

describe('files that arrive slowly', () => {
  const uploads = () => `${service.url}/api/v2/imports`;
  const authorized = () => ({ authorization: `Bearer ${service.token}` });

  it('keep no other Group waiting, and no turn once they were broken off', async () => {
    const slow = await begunForms(8, uploads(), 'file', authorized());
    try {
      const other = await service.group('patient');
      expect((await upload(other.call, 'item\nA', { dryRun: 'true' })).status).toBe(202);
    } finally {
      await breakOff(slow);
    }
    expect((await upload(service.call, 'item\nA', { dryRun: 'true' })).status).toBe(202);
    await noFiles();
  });

  it('and end too early while they wait for their turn are refused', async () => {
    const slow = await begunForms(2, uploads(), 'file', authorized());
    const headers = { 'content-type': 'multipart/form-data; boundary=x', ...authorized() };
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nitem';
    const answer = fetch(uploads(), { method: 'POST', body: cut, headers });
    await pause(200);
    await breakOff(slow);
    expect((await answer).status).toBe(400);
  });
});

it.each([
  ['does not say where its parts begin', {}, /boundary/],
  ['is packed', { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' }, /not as gzip/],
])('a form that %s is refused', async (_what, given, message) => {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'multipart/form-data', ...given };
  const answer = await fetch(`${service.url}/api/v2/imports`, { method: 'POST', headers, body: 'item,location' });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { errors: object[] }).errors).toEqual([
    expect.objectContaining({ field: 'file', code: 'invalid_format', message: expect.stringMatching(message) }),
  ]);
});
