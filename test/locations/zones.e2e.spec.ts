import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_ZONES } from '#contexts/reference';
import { HOTEL, inCountry, registerItem, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
});
afterAll(() => service?.stop());

const zoneOf = async (locationID: string) => {
  const { timeZone, timeZoneGiven } = (await service.call('GET', `/locations/${locationID}`)).body;
  return { timeZone, timeZoneGiven };
};
const inState = (countryID: string, state: string) => ({ address: { ...HOTEL.address, countryID, state } });

describe('a Location', () => {
  it('has the zone of its country or state, and follows its address', async () => {
    const locationID = await service.location(inState('US', 'HI'));
    expect(await zoneOf(locationID)).toEqual({ timeZone: 'Pacific/Honolulu', timeZoneGiven: false });
    await service.call('PUT', `/locations/${locationID}`, { address: { countryID: 'NZ', state: null } });
    expect(await zoneOf(locationID)).toEqual({ timeZone: 'Pacific/Auckland', timeZoneGiven: false });
  });

  it('takes another, in its canonical form, until null', async () => {
    await service.call('POST', '/webhooks/endpoints', { url: 'https://receiver.example/hook', events: ['location.updated'] });
    const locationID = await service.location({ ...inCountry('IN'), timeZone: 'europe/kiev' });
    expect(await zoneOf(locationID)).toEqual({ timeZone: 'Europe/Kyiv', timeZoneGiven: true });
    const changed = await service.call('PUT', `/locations/${locationID}`, { timeZone: 'asia/calcutta' });
    expect(changed.body).toMatchObject({ timeZone: 'Asia/Kolkata', timeZoneGiven: true });
    const cleared = await service.call('PUT', `/locations/${locationID}`, { timeZone: null });
    expect(cleared.body).toMatchObject({ timeZone: 'Asia/Kolkata', timeZoneGiven: false });
    const bodies = await service.sql('select body from webhook_deliveries where location_id = $1 order by id', [locationID]);
    const told = bodies.map(({ body }) => JSON.parse(body).data.fields);
    expect(told).toEqual([['timeZone'], ['timeZone']]);
  });

  it.each([
    ['+02:00', 'not_allowed'],
    ['UTC+2', 'not_allowed'],
    ['Mars/Base', 'not_allowed'],
    ['', 'not_allowed'],
    [2, 'invalid_type'],
  ])('takes no offset or other text: %j', async (timeZone, code) => {
    const locationID = await service.location();
    const answers = [
      await service.call('POST', '/locations', { ...HOTEL, timeZone }),
      await service.call('PUT', `/locations/${locationID}`, { timeZone }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'timeZone', code })]]);
    }
  });

  it('has the same zone for statements as for its record, and PostgreSQL knows each', async () => {
    const rows = await service.sql(
      `select place, default_zone(split_part(place, '-', 1), nullif(split_part(place, '-', 2), '')) as zone,
        now() at time zone default_zone(split_part(place, '-', 1), nullif(split_part(place, '-', 2), '')) is not null as known
      from unnest($1::text[]) place`,
      [Object.keys(DEFAULT_ZONES)],
    );
    expect(Object.fromEntries(rows.map(({ place, zone }) => [place, zone]))).toEqual(DEFAULT_ZONES);
    expect(rows.every(({ known }) => known)).toBe(true);
  });
});

describe('a find without a check-out date', () => {
  const { departuredDate: _, ...umbrella } = UMBRELLA;
  const dayOf = async (locationID: string, foundAt: string) => {
    const { status, body } = await service.call('POST', '/items', { ...umbrella, locationID, foundAt, item: 'Scarf' });
    expect(status).toBe(201);
    return body.departuredDate.slice(0, 10);
  };

  it.each([
    ['NL', null, '2026-11-25T23:30:00Z', '2026-11-26'],
    ['NL', null, '2026-11-26T00:30:00+01:00', '2026-11-26'],
    ['US', 'HI', '2026-11-26T05:00:00Z', '2026-11-25'],
    ['US', 'CA', '2026-11-26T01:00:00+01:00', '2026-11-25'],
    ['NZ', null, '2026-11-25T20:00:00Z', '2026-11-26'],
    ['NZ', null, '2026-11-25 20:00:00', '2026-11-25'],
    ['NZ', null, '2026-11-25T20:00:00', '2026-11-25'],
    ['NZ', null, '2026-11-25', '2026-11-25'],
  ])('in %s %s, found at %s, is of the day there, and of the date as written where no offset is: %4$s', async (...row) => {
    const [countryID, state, foundAt, day] = row;
    const locationID = await service.location({ address: { ...HOTEL.address, countryID, ...(state && { state }) } });
    expect(await dayOf(locationID, foundAt)).toBe(day);
    const on = (date: string) => `/items?locationID=${locationID}&departuredFrom=${date}&departuredTo=${date}`;
    expect((await service.call('GET', on(day))).body.items).toHaveLength(1);
    const { body } = await service.call('POST', '/items/batch', { items: [{ ...umbrella, locationID, foundAt, item: 'Hat' }] });
    expect(body.results[0].item.departuredDate.slice(0, 10)).toBe(day);
  });
});

it('a zone that was set on the command line of an earlier release is carried over once, and one given since stays', async () => {
  const [kept, given, unset] = await Promise.all([1, 2, 3].map(() => service.location()));
  await service.call('PUT', `/locations/${given}`, { timeZone: 'Asia/Tokyo' });
  for (const [locationID, zone] of [
    [kept, 'America/Chicago'],
    [given, 'Europe/Paris'],
    [unset, 'UTC'],
  ])
    await service.sql('insert into messaging_settings (group_id, location_id, zone, per_hour) values ($1, $2, $3, 120)', [
      service.groupID,
      locationID,
      zone,
    ]);
  const worker = await startWorker(service.options);
  try {
    const left = 'select from messaging_settings where not zone_carried';
    await vi.waitFor(async () => expect(await service.sql(left)).toEqual([]), 50_000);
  } finally {
    await worker.close();
  }
  expect(await zoneOf(kept!)).toEqual({ timeZone: 'America/Chicago', timeZoneGiven: true });
  expect(await zoneOf(given!)).toEqual({ timeZone: 'Asia/Tokyo', timeZoneGiven: true });
  expect(await zoneOf(unset!)).toEqual({ timeZone: 'Europe/Amsterdam', timeZoneGiven: false });
  await service.call('PUT', `/locations/${kept}`, { timeZone: null });
  expect(await zoneOf(kept!)).toEqual({ timeZone: 'Europe/Amsterdam', timeZoneGiven: false });
});

it('a registration that gives its date keeps it', async () => {
  const locationID = await service.location(inCountry('NZ'));
  const item = await registerItem(service.call, locationID, { foundAt: '2026-11-25T20:00:00Z', departuredDate: '2026-11-20' });
  expect(item.departuredDate).toBe('2026-11-20 00:00:00.000');
});
