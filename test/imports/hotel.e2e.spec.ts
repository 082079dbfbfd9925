import { readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { startService, type TestService } from '../support/service.js';
import { imported, refusals, startImporter } from './imports.js';

/** What German Excel writes as "CSV": Windows-1252, semicolons, CRLF, days before months. */
const FILE = readFileSync(new URL('hotel.csv', import.meta.url));

/** How the hotel says what its columns are. */
const MAPPING = {
  Nr: 'externalID',
  Gegenstand: 'item',
  Fundort: 'location',
  Datum: 'departuredDate',
  Farbe: 'colors',
  Gast: 'owner.lastName',
  'E-Mail': 'owner.contactEmail',
  Zimmer: null,
  Bemerkung: 'internalNotes',
};

let service: TestService;
let worker: INestApplicationContext;
let mail: MailServer;
let settings: Record<string, string>;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example', findsTogether: 0 });
  mail = await MailServer.open(() => null);
  const channels = { smtpUrl: mail.url, from: 'Lost <lost@service.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startImporter(service.options, {}, channels);
  settings = { locationID: await service.location(), columns: JSON.stringify(MAPPING), dateFormat: 'DD.MM.YYYY' };
}, 60_000);
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

const item = async (key: string) => (await service.call('GET', `/items?externalID=${key}`)).body.items[0];
const rowsOf = async (importID: number) => (await service.call('GET', `/imports/${importID}/errors?format=rows`)).body as string;

it('a hotel’s spreadsheet is imported with one mapping, its refused rows mended, and nobody is written to unasked', async () => {
  const dry = await imported(service.call, FILE, { ...settings, dryRun: 'true' });
  const first = await imported(service.call, FILE, settings);
  expect(first).toMatchObject({ encoding: 'windows-1252', notify: false, rows: 8, accepted: 3, refused: 5, wouldNotify: 2 });
  expect(dry).toMatchObject({ encoding: 'windows-1252', rows: 8, accepted: 3, refused: 5, wouldNotify: 2 });
  const found = [
    '1 owner.contactEmail invalid_format',
    '3 departuredDate invalid_format',
    '5 colors.0 not_allowed',
    '5 externalID external_id_taken',
    '6 departuredDate invalid_format',
    '7  too_many_columns',
  ];
  expect(await refusals(service.call, dry.ID)).toEqual(found);
  expect(await refusals(service.call, first.ID)).toEqual(found);
  expect(await item('F-0004')).toMatchObject({
    status: 'waiting-response',
    colors: ['blue', 'white'],
    departuredDate: '2026-11-12 00:00:00.000',
    owner: { lastName: 'O’Brien' },
  });
  expect(await item('F-0002')).toMatchObject({ item: 'Schlüssel', departuredDate: '2026-11-03 00:00:00.000' });
  expect(await item('F-0008')).toMatchObject({ colors: ['black'], internalNotes: 'kostet 5 €' });

  const refused = await rowsOf(first.ID);
  const rows: string[][] = parse(refused, { delimiter: ';', relax_column_count: true });
  expect(rows[0]).toEqual(['problems', ...Object.keys(MAPPING)]);
  expect(rows.map(([, ...cells]) => cells.join(';')).slice(1)).toEqual([
    'F-0001;Kulturbeutel;Zimmer 420;20.11.2026;schwarz;Ångström;angstroem@example;420;',
    'F-0003;Brille;Zimmer 299;19. Nov. 26;Grün;;;299;',
    'F-0004;Handschuhe;Spa;12.11.2026;türkis;Müller;mueller@example.com;;',
    'F-0006;Regenschirm;Lobby;31.02.2026;Grün;;;;',
    'F-0007;Buch; gebunden;Bibliothek;11.11.2026;rot;Weiß;weiss@example.com;12;',
  ]);
  expect(rows[1]![0]).toMatch(/^Line 2: E-Mail: /);
  expect(rows[2]![0]).toBe('Line 4: Datum: Must be an existing date written as DD.MM.YYYY or YYYY-MM-DD.');
  expect(rows[3]![0]).toMatch(/^Line 6: Farbe: .* Nr: /);

  const mended = refused
    .replace('angstroem@example;', 'angstroem@example.com;')
    .replace('19. Nov. 26', '19.11.2026')
    .replace('F-0004;Handschuhe;Spa;12.11.2026;türkis', 'F-0005;Handschuhe;Spa;12.11.2026;Hellblau')
    .replace('Buch; gebunden', 'Buch, gebunden');
  const second = await imported(service.call, `\ufeff${mended}`, settings);
  expect(second).toMatchObject({ encoding: 'utf-8', rows: 5, accepted: 4, refused: 1, wouldNotify: 3 });
  expect(await item('F-0007')).toMatchObject({ item: 'Buch, gebunden', owner: { lastName: 'Weiß' } });

  const again = await rowsOf(second.ID);
  expect((parse(again, { delimiter: ';' }) as string[][]).map((cells) => cells.length)).toEqual([10, 10]);
  const third = await imported(service.call, again.replace('31.02.', '28.02.'), settings);
  expect(third).toMatchObject({ rows: 1, accepted: 1, refused: 0, wouldNotify: 0 });

  expect(await service.sql('select from messages')).toHaveLength(0);
  const { ID } = await item('F-0001');
  expect((await service.call('GET', `/items/${ID}/messages`)).body).toEqual([]);
  expect((await service.call('POST', `/items/${ID}/messages`, { kind: 'resend' })).body).toMatchObject({ kind: 'item-found' });
  await vi.waitFor(() => expect(mail.received.map(({ to }) => to)).toEqual(['angstroem@example.com']), 50_000);
  expect(await service.sql('select from messages')).toHaveLength(1);
});

it('owners are written to where that is asked for, an address once for its finds', async () => {
  const line = (key: string, email: string) => `${key};Hut;Bar;20.11.2026;;;${email};;`;
  const lines = [line('N-1', 'Ann@example.com'), line('N-2', 'ann@example.com'), line('N-3', '')];
  const file = [Object.keys(MAPPING).join(';'), ...lines].join('\n');
  const record = await imported(service.call, file, { ...settings, notify: 'true' });
  expect(record).toMatchObject({ notify: true, accepted: 3, wouldNotify: 1 });
  const told = await service.sql(`select m.kind from messages m join items i on i.group_id = m.group_id and i.id = m.subject_id
    where i.external_id like 'N-%'`);
  expect(told).toEqual([{ kind: 'item-found' }, { kind: 'item-found' }]);
});
