import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FolderStorage } from '#platform/storage';
import { COLUMNS, upload } from '../../../test/imports/imports.js';
import { runTold, runWith } from '../../../test/support/command-line.js';
import { runToEnd } from '../../../test/support/program.js';
import { startService, type TestService } from '../../../test/support/service.js';
import { startWorker } from '../../../test/support/worker.js';
import { failureRecord } from './failure.js';

const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-items-'));
const at = (name: string) => join(folder, name);
let service: TestService;
let environment: Record<string, string>;
let locationID: string;
beforeAll(async () => {
  service = await startService({ storage: new FolderStorage(at('images')) });
  const { databaseUrl, secretKey } = service.options;
  environment = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64'), DATA_DIR: folder };
  locationID = await service.location();
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

const run = (...line: string[]) => runWith(environment, ...line);
const importing = (text: string, ...more: string[]) => {
  writeFileSync(at('hotel.csv'), text);
  return run('import', '--group', 'demo', '--file', at('hotel.csv'), ...more);
};
const exported = (...more: string[]) => exportedBy('', ...more);
const exportedBy = async (told: string, ...more: string[]) => {
  const answer = await runTold(told, environment, 'export', '--group', 'demo', '--file', at('out'), ...more);
  return { answer, text: readFileSync(at('out'), 'utf8') };
};
/** Parts of files in the storage. */
const parts = () => readdirSync(at('images')).filter((name) => name.startsWith('import-'));
const rows = (item: string, count: number) =>
  [
    `${COLUMNS},externalID`,
    ...Array.from({ length: count }, (_, n) => `${item},Bar,2026-11-20 11:00:00,${locationID},${item}-${n}`),
  ].join('\n');

it('an import without a worker registers and refuses what the API does', async () => {
  const header = 'item,location,departuredDate,colors,owner.lastName';
  const file = `${header}\nScarf,Bar,2026-11-20 11:00:00,black|white,Müller\n,Bar,soon,sky,Geheim`;
  const dry = await importing(file, '--location', locationID, '--dry-run');
  expect(dry).toMatchObject({ status: 'done', dryRun: true, rows: 2, accepted: 1, refused: 1 });
  expect((await service.call('GET', '/items')).body.items).toEqual([]);
  const record = await importing(file, '--location', locationID, '--errors', at('refused.csv'));
  expect(record).toMatchObject({ status: 'done', dryRun: false, rows: 2, accepted: 1, refused: 1 });
  expect((await service.call('GET', `/imports/${record.ID}`)).body).toEqual(record);
  const refused = readFileSync(at('refused.csv'), 'utf8');
  expect(refused).toBe((await service.call('GET', `/imports/${record.ID}/errors`)).body);
  expect(refused).toContain('2,item,required,');
  const [item] = (await service.call('GET', '/items')).body.items;
  expect(item).toMatchObject({ item: 'Scarf', colors: ['black', 'white'], owner: { lastName: 'Müller' }, registeredBy: null });
  expect(parts()).toEqual([]);
});

it('an import beside a worker registers each row once', async () => {
  const worker = await startWorker(service.options);
  try {
    expect(await importing(rows('Glove', 1_500))).toMatchObject({ status: 'done', rows: 1_500, accepted: 1_500, refused: 0 });
  } finally {
    await worker.close();
  }
  const [{ count, keys }] = await service.sql(
    `select count(*)::int as count, count(distinct external_id)::int as keys from items where item = 'Glove'`,
  );
  expect([count, keys]).toEqual([1_500, 1_500]);
});

it('an import works on what the Group has waiting, and on nothing of other Groups', async () => {
  const other = await service.group('other');
  const waiting = await upload(other.call, 'item\nA');
  const first = await upload(service.call, rows('Hat', 1));
  expect(await importing(rows('Cap', 1))).toMatchObject({ status: 'done', accepted: 1 });
  expect((await service.call('GET', `/imports/${first.body.ID}`)).body).toMatchObject({ status: 'done', accepted: 1 });
  expect((await other.call('GET', `/imports/${waiting.body.ID}`)).body).toMatchObject({ status: 'queued' });
  await other.call('DELETE', `/imports/${waiting.body.ID}`);
});

it('what the API refuses is refused, and no file is left', async () => {
  const before = parts();
  await expect(importing('item,colour\nA,B')).rejects.toMatchObject({ errors: [{ field: 'colour', code: 'unknown_field' }] });
  await expect(importing('item\nA', '--location', 'demo:999')).rejects.toMatchObject({
    errors: [{ field: 'locationID', code: 'unknown_reference' }],
  });
  expect((await upload(service.call, 'item\nA', { locationID: 'demo:999' })).status).toBe(400);
  expect(parts()).toEqual(before);
  const large = await importing(`item\n${`${'x'.repeat(1023)}\n`.repeat(51 * 1024)}`).catch((error: unknown) => error);
  expect(JSON.parse(failureRecord(large)).error).toEqual({
    code: 'payload_too_large',
    message: 'The file is larger than 50 MiB.',
    errors: [],
  });
  await expect(run('import', '--group', 'demo', '--file', at('nothing.csv'))).rejects.toThrow(
    `${at('nothing.csv')}: no such file or directory (ENOENT); - is standard input or output`,
  );
  const into = (...more: string[]) => run('import', '--group', 'demo', '--file', at('hotel.csv'), ...more);
  await expect(into('--errors', at('none/refused.csv'))).rejects.toThrow('no such file or directory');
  await expect(run('import', '--group', 'demo', '--file', folder)).rejects.toThrow('is a folder');
  await expect(run('export', '--group', 'demo', '--location', 'demo:999')).rejects.toMatchObject({
    errors: [{ field: 'locationID', code: 'unknown_reference' }],
  });
  await expect(run('export', '--group', 'demo', '--from', 'soon')).rejects.toMatchObject({ errors: [{ field: 'createdFrom' }] });
});

it('a file is of the folder in which the command was typed, or is the standard input', async () => {
  vi.stubEnv('INIT_CWD', folder);
  writeFileSync(at('near.csv'), rows('Kite', 1));
  expect(await run('import', '--group', 'demo', '--file', 'near.csv', '--dry-run')).toMatchObject({ accepted: 1 });
  expect(await runTold(rows('Kite', 2), environment, 'import', '--group', 'demo', '--file', '-')).toMatchObject({ accepted: 2 });
  expect(await run('export', '--group', 'demo', '--file', 'near.ndjson', '--format', 'ndjson')).toMatchObject({
    file: at('near.ndjson'),
  });
  vi.unstubAllEnvs();
});

it('what is written over a file that others could read, they can read no longer', async () => {
  for (const name of ['out', 'refused.csv']) {
    writeFileSync(at(name), 'before');
    chmodSync(at(name), 0o666);
  }
  expect((await exported()).text).not.toContain('before');
  await importing('item\n', '--errors', at('refused.csv'));
  for (const name of ['out', 'refused.csv']) expect((statSync(at(name)).mode & 0o777).toString(8), name).toBe('600');
  rmSync(at('out'));
});

it('the export that docs/operations.md shows is accepted', async () => {
  const [, line] = /lost-and-found (export .+) > items.csv$/m.exec(readFileSync('docs/operations.md', 'utf8'))!;
  const [, , , ...filters] = line!.split(' ');
  expect(filters[0]).toBe('--status');
  expect((await exported(...filters)).answer).toMatchObject({ format: 'csv' });
});

it('an export is that of the API, in a file that others on the machine can’t read', async () => {
  const all = await exported();
  expect(all.text).toBe((await service.call('GET', '/items/export')).body);
  expect(all.answer).toMatchObject({ format: 'csv', items: all.text.trim().split('\n').length - 1 });
  expect(statSync(at('out')).mode & 0o077).toBe(0);
  const found = await exportedBy(
    'scarf',
    '--format',
    'ndjson',
    '--words-stdin',
    '--location',
    locationID,
    '--from',
    '2000-01-01',
  );
  await expect(exported('--words', 'scarf')).rejects.toThrow('give --words-stdin');
  expect(
    found.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([expect.objectContaining({ item: 'Scarf' })]);
  expect((await exported('--external-id', 'nobody')).answer).toMatchObject({ items: 0 });
  rmSync(at('out'));
});

it('an export without a file is all that is on the output', async () => {
  const { code, output } = await runToEnd('admin', environment, [
    'export',
    '--group',
    'demo',
    '--has-contact',
    'false',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(output).toBe((await service.call('GET', '/items/export?hasContact=false')).body);
}, 60_000);
