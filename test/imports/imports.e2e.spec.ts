import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '#platform/database';
import { createLocation, createUser } from '../support/records.js';
import { COLUMNS, ended, type ImportService, imported, refusals, startImporter, startImportService, upload } from './imports.js';

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
const found = async (query: string) => (await service.call('GET', `/items?${query}`)).body.items;

describe('an import', () => {
  it('registers the rows of Excel’s CSV, with semicolons, BOM, CRLF and decimal commas', async () => {
    const file = [
      '\ufeffitem;location;departuredDate;colors;shipping.weight.ID;shipping.dimensions.fitsInServicePackaging;' +
        'shipping.dimensions.width;shipping.dimensions.length;shipping.dimensions.height;owner.lastName;externalID;;',
      '"Jacke; ""schwarz""";Zimmer 12;2026-11-20 11:00:00;black|white;2;vielleicht;;;;Müller;x-0;;',
      '"Jacke; ""schwarz""\r\nmit Futter";Zimmer 12;2026-11-20 11:00:00;black | white;2;FALSCH;12,5;20;3;Müller;x-1;;',
      ';;;;;;;;;;;;',
      'Schirm;Halle;2026-11-20 11:00:00;;;;;;;;x-2;;',
      '',
    ].join('\r\n');
    const record = await imported(service.call, file, { locationID });
    expect(record).toMatchObject({ status: 'done', dryRun: false, rows: 3, accepted: 2, refused: 1 });
    expect(record.finishedAt).toMatch(/^\d{4}-/);
    expect(await refusals(service.call, record.ID)).toEqual(['1 shipping.dimensions.fitsInServicePackaging invalid_type']);
    expect(await found('externalID=x-1')).toMatchObject([
      {
        item: 'Jacke; "schwarz"\r\nmit Futter',
        locationID,
        colors: ['black', 'white'],
        shipping: { weight: { ID: 2 }, dimensions: { fitsInServicePackaging: false, width: 12.5, length: 20, height: 3 } },
        owner: { lastName: 'Müller', firstName: null },
      },
    ]);
    expect(await found('externalID=x-2')).toMatchObject([{ item: 'Schirm', brand: null }]);
    await noFiles();
  });

  it('that somebody else has the turn of keeps no other import waiting', async () => {
    const other = await service.group(`turn${Date.now()}`);
    const place = await createLocation(other.call);
    const rows = (at: string, count: number) => `${COLUMNS}\n${`Turned hat,Bar,2026-11-20 11:00:00,${at}\n`.repeat(count)}`;
    const [{ next }] = await service.sql('select coalesce(max(id), 0) + 1 as next from imports where group_id = $1', [
      service.groupID,
    ]);
    const { body } = await service.get(Database).transaction(async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${service.groupID}/import/${next}`]);
      const first = await upload(service.call, rows(locationID, 1));
      expect(first.body.ID).toBe(next);
      // More than are registered at a time: the first import is tried in between.
      expect(await imported(other.call, rows(place, 101))).toMatchObject({ status: 'done', accepted: 101 });
      expect((await service.call('GET', `/imports/${next}`)).body.status).toBe('queued');
      return first;
    });
    expect(await ended(service.call, body.ID)).toMatchObject({ status: 'done', accepted: 1 });
  });

  it('registers the rows of a Google Sheet, with commas, and of tabs', async () => {
    const row = `Scarf,Bar,2026-11-20 11:00:00,${locationID},eva@example.com,"said ""hi"",\nleft"`;
    const sheet = `${COLUMNS},owner.contactEmail,internalNotes\n${row}`;
    expect(await imported(service.call, sheet)).toMatchObject({ status: 'done', rows: 1, accepted: 1, refused: 0 });
    expect(await found('q=scarf')).toMatchObject([{ status: 'waiting-response', internalNotes: 'said "hi",\nleft' }]);
    const tabs = `item\tlocation\tdeparturedDate\nTabbed hat\tBar, left\t2026-11-20 11:00:00`;
    expect(await imported(service.call, tabs, { locationID })).toMatchObject({ accepted: 1 });
    expect(await found('q=tabbed')).toMatchObject([{ location: 'Bar, left' }]);
  });

  it('refuses a row that is wrong in every way, names each field and repeats none of its values', async () => {
    const header =
      'item,location,departuredDate,locationID,colors,customStorageDays,owner.contactEmail,owner.phoneNumber,' +
      'owner.address.countryID,imageUrl,languageCode,shipping.weight.ID';
    const secret = 'Geheimnis';
    const file = `${header}\n,,2026-02-30 10:00:00,,sky|${secret},12.5,${secret},${secret},${secret},${secret},${secret},9`;
    const record = await imported(service.call, file);
    expect(record).toMatchObject({ status: 'done', rows: 1, accepted: 0, refused: 1 });
    const lines = await refusals(service.call, record.ID);
    expect(lines.sort()).toEqual(
      [
        '1 item required',
        '1 location required',
        '1 departuredDate invalid_format',
        '1 locationID required',
        '1 colors.0 not_allowed',
        '1 colors.1 not_allowed',
        '1 customStorageDays invalid_type',
        '1 owner.contactEmail invalid_format',
        '1 owner.phoneNumber invalid_format',
        '1 owner.address.countryID not_allowed',
        '1 imageUrl invalid_format',
        '1 shipping.weight.ID out_of_range',
      ].sort(),
    );
    const { body, headers } = await service.call('GET', `/imports/${record.ID}/errors`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(body.split('\n')[0]).toBe('row,field,code,message');
    expect(body).not.toContain(secret);
  });

  it('refuses what a spreadsheet has lost, beside all else that is wrong', async () => {
    const rows = [
      '1.23457E+14,Hat,',
      '"1,2E+06",Hat,x',
      'A1,#NAME?,',
      'A2,#¡VALOR!,',
      'A3,#N/A,',
      'A4,#VIP!,\\N',
      'A5,E+10,',
      'A6,Hat,#N/A',
    ];
    const lines = rows.map((row) => `${row},Bar,2026-11-20,${locationID}`);
    const file = `externalID,item,owner.contactEmail,location,departuredDate,locationID\n${lines.join('\n')}`;
    for (const dryRun of ['true', 'false']) {
      const record = await imported(service.call, file, { dryRun });
      expect(record).toMatchObject({ accepted: 2, refused: 6 });
      expect(await refusals(service.call, record.ID)).toEqual([
        '1 externalID invalid_format',
        '2 owner.contactEmail invalid_format',
        '2 externalID invalid_format',
        '3 item invalid_format',
        '4 item invalid_format',
        '5 item invalid_format',
        '8 owner.contactEmail invalid_format',
      ]);
    }
  });

  it('refuses what registering would: Locations, Languages and keys', async () => {
    const deactivated = await service.location();
    await service.call('PUT', `/locations/${deactivated}/deactivate`);
    await service.item(locationID, { externalID: 'there' });
    const rows = [
      `A,B,2026-11-20 11:00:00,demo:999,en,`,
      `A,B,2026-11-20 11:00:00,${deactivated},en,`,
      `A,B,2026-11-20 11:00:00,${locationID},xx,`,
      `A,B,2026-11-20 11:00:00,${locationID},en,there`,
      `A,B,2026-11-20 11:00:00,${locationID},en,twice`,
      `A,B,2026-11-20 11:00:00,${locationID},en,twice`,
      `,B,2026-11-20 11:00:00,${locationID},en,late`,
      `A,B,2026-11-20 11:00:00,${locationID},en,late`,
    ];
    const file = `${COLUMNS},languageCode,externalID\n${rows.join('\n')}`;
    const expected = [
      '1 locationID unknown_reference',
      '2 locationID location_deactivated',
      '3 languageCode unknown_reference',
      '4 externalID external_id_taken',
      '6 externalID external_id_taken',
      '7 item required',
    ];
    const before = (await service.sql('select count(*)::int as count from items'))[0].count;
    const dry = await imported(service.call, file, { dryRun: 'true' });
    expect(dry).toMatchObject({ status: 'done', dryRun: true, rows: 8, accepted: 2, refused: 6 });
    expect(await refusals(service.call, dry.ID)).toEqual(expected);
    expect((await service.sql('select count(*)::int as count from items'))[0].count).toBe(before);
    const earnest = await imported(service.call, file);
    expect(earnest).toMatchObject({ accepted: 2, refused: 6 });
    expect(await refusals(service.call, earnest.ID)).toEqual(expected);
    expect((await service.sql('select count(*)::int as count from items'))[0].count).toBe(before + 2);
  });

  it('finds keys that far rows of the file share, also in a dry run', async () => {
    const rows = Array.from({ length: 350 }, (_, n) => `Umbrella,Bar,2026-11-20 11:00:00,${locationID},far-${n % 300}`);
    const file = `${COLUMNS},externalID\n${rows.join('\n')}`;
    const taken = Array.from({ length: 50 }, (_, n) => `${301 + n} externalID external_id_taken`);
    for (const dryRun of ['true', 'false']) {
      const record = await imported(service.call, file, { dryRun });
      expect(record).toMatchObject({ rows: 350, accepted: 300, refused: 50 });
      expect(await refusals(service.call, record.ID)).toEqual(taken);
    }
  });

  it('is the uploader’s: their access, and their name in the history', async () => {
    const other = await service.location();
    await createUser(service.call, 'importer', 'property_admin', locationID);
    const importer = await service.signIn('importer');
    const file = `${COLUMNS},externalID\nA,B,2026-11-20 11:00:00,${other},by-1\nA,B,2026-11-20 11:00:00,${locationID},by-2`;
    const record = await imported(importer.call, file);
    expect(await refusals(importer.call, record.ID)).toEqual(['1 locationID unknown_reference']);
    const [item] = await found('externalID=by-2');
    expect(item.registeredBy).toBeGreaterThan(0);
    const { body } = await service.call('GET', `/items/${item.ID}/history`);
    expect(JSON.stringify(body)).toContain('importer');
    expect((await upload(importer.call, file, { locationID: other })).body.errors).toMatchObject([
      { field: 'locationID', code: 'unknown_reference' },
    ]);
    // Its one row that names a Location within reach can be seen by who reaches it, one elsewhere can't.
    const elsewhere = await imported(service.call, `${COLUMNS}\nA,B,2026-11-20 11:00:00,${other}`);
    expect((await importer.call('GET', `/imports/${elsewhere.ID}`)).status).toBe(404);
    expect((await importer.call('GET', `/imports/${elsewhere.ID}/errors`)).status).toBe(404);
    expect((await importer.call('DELETE', `/imports/${elsewhere.ID}`)).status).toBe(404);
    const here = await imported(service.call, `${COLUMNS}\nA,B,2026-11-20 11:00:00,${locationID}`);
    const listed = (await importer.call('GET', '/imports')).body.map(({ ID }: { ID: number }) => ID);
    expect(listed).toContain(here.ID);
    expect(listed).toContain(record.ID);
    expect(listed).not.toContain(elsewhere.ID);
  });

  it('of an export registers the same items anew', async () => {
    const owner = {
      firstName: "'t",
      lastName: '=SUM(A1)',
      contactEmail: 'jan@example.com',
      phoneNumber: '+49 40 1234567',
      reservationNumber: '-1',
      activityNumber: '@2',
      agreementNumber: "''3",
      address: {
        address: 'Kade 1, "links"',
        address2: 'x;y',
        city: "'s-Hertogenbosch",
        countryID: 'US',
        state: 'NY',
        zipCode: '007',
        companyName: 'A|B',
      },
    };
    const place = await service.location();
    const full = {
      externalID: '007',
      owner,
      internalNotes: `+first line\r\n=second\n"third"; fourth;=fifth\t@sixth;'=seventh;"=eighth,=ninth`,
      itemStorage: "'quoted'",
      brand: '1e5',
      imageUrl: 'https://example.com/a,b.jpg',
      customStorageDays: 30,
      colors: ['black', 'white'],
      categories: ['electronic_main'],
      shipping: { weight: { ID: 6 }, dimensions: { fitsInServicePackaging: false, width: 0.5, length: 1000, height: 12.25 } },
    };
    const items = [await service.item(place, full), await service.item(place), await service.item(place, { brand: 'true' })];
    const { body: csv } = await service.call('GET', `/items/export?locationID=${place}`);
    for (const { ID } of items) await service.call('DELETE', `/items/${ID}`);
    expect(await imported(service.call, csv)).toMatchObject({ status: 'done', rows: 3, accepted: 3, refused: 0 });
    const anew = await found(`locationID=${place}&sort=updated`);
    const withoutOwn = ({
      ID: _i,
      createdAt: _c,
      updatedAt: _u,
      storageExpiresAt: _s,
      photos,
      ...rest
    }: Record<string, unknown>) => JSON.stringify({ ...rest, photos: (photos as { url: string }[]).map(({ url }) => url) });
    expect(anew.map(withoutOwn).sort()).toEqual(items.map(withoutOwn).sort());
  });
});

describe('an import that is no longer wanted', () => {
  it('registers nothing more once it is cancelled, and what was registered stays', async () => {
    const rows = Array.from({ length: 5_000 }, () => `Cancelled,Bar,2026-11-20 11:00:00,${locationID}`);
    const { body } = await upload(service.call, `${COLUMNS}\n${rows.join('\n')}`);
    for (;;) if ((await service.call('GET', `/imports/${body.ID}`)).body.accepted > 0) break;
    expect((await service.call('DELETE', `/imports/${body.ID}`)).status).toBe(204);
    const [{ count }] = await service.sql(`select count(*)::int as count from items where item = 'Cancelled'`);
    // The next one is taken, and its file deleted, when the worker has let go of this one.
    expect(await imported(service.call, `${COLUMNS}\nNext,Bar,2026-11-20 11:00:00,${locationID}`)).toMatchObject({ accepted: 1 });
    await noFiles();
    expect((await service.sql(`select count(*)::int as count from items where item = 'Cancelled'`))[0].count).toBe(count);
    const record = (await service.call('GET', `/imports/${body.ID}`)).body;
    expect(record).toMatchObject({ status: 'cancelled', rows: 5_000, accepted: count, refused: 0 });
    expect(count).toBeLessThan(5_000);
    expect((await service.call('DELETE', `/imports/${body.ID}`)).status).toBe(204);
  });

  it('fails when who uploaded it loses its access, and says in which row', async () => {
    await createUser(service.call, 'leaver', 'property_admin', locationID);
    const leaver = await service.signIn('leaver');
    const rows = Array.from({ length: 5_000 }, () => `Left,Bar,2026-11-20 11:00:00,${locationID}`);
    const { body } = await upload(leaver.call, `${COLUMNS}\n${rows.join('\n')}`);
    const [{ id }] = await service.sql(`select id from users where username = 'leaver'`);
    await service.call('DELETE', `/users/${id}`);
    const record = await ended(service.call, body.ID);
    expect(record).toMatchObject({ status: 'failed' });
    expect(record.accepted).toBeLessThan(5_000);
    const lines = await refusals(service.call, record.ID);
    expect(lines).toEqual([`${record.accepted + 1}  forbidden`]);
  });
});

it('an import is worked on while the queue is away', async () => {
  await service.worker.close();
  service.worker = await startImporter({ ...service.options, redisUrl: 'redis://127.0.0.1:1' });
  const record = await imported(service.call, `${COLUMNS}\nHat,Bar,2026-11-20 11:00:00,${locationID}`);
  expect(record).toMatchObject({ status: 'done', accepted: 1 });
}, 60_000);
