import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LocationGuestSettings } from '#contexts/guest-settings';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const NOTHING = {
  displayName: null,
  color: null,
  logo: null,
  senderName: null,
  replyTo: null,
  privacyUrl: null,
  imprintUrl: null,
  website: null,
  pickup: { place: null, openingHours: null, note: null, email: null, phoneNumber: null, latitude: null, longitude: null },
  reminderDays: null,
  notifyDesk: null,
  found: null,
  indexed: null,
};
const EVERYTHING = {
  displayName: 'Hotel Keizersgracht',
  color: '#0B5cad',
  senderName: 'Keizersgracht Reception',
  replyTo: 'reception@example.com',
  privacyUrl: 'https://hotel.example.com/privacy',
  imprintUrl: 'https://hotel.example.com/imprint',
  website: 'https://hotel.example.com',
  pickup: {
    place: 'Reception',
    openingHours: { en: 'Daily 7:00–23:00', de: 'Täglich 7–23 Uhr' },
    note: 'Please ring.',
    email: 'pickup@example.com',
    phoneNumber: '+31 20 123 4567',
    latitude: 52.3667,
    longitude: 4.8945,
  },
  reminderDays: [30, 7],
  notifyDesk: 'daily',
  found: false,
  indexed: true,
};

let service: TestService;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
});
afterAll(() => service?.stop());

let locationID: string;
let path: string;
beforeEach(async () => {
  locationID = await service.location();
  path = `/locations/${locationID}/guest-settings`;
  await service.call('PUT', '/guest-settings', { ...nulls(EVERYTHING), pickup: null });
});

const nulls = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, null]));

async function logo(to: string, method = 'POST') {
  const image = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('image', new File([new Uint8Array(image)], 'logo.png') as never);
  const response = await fetch(`${service.url}/api/v2${to}/logo`, {
    method,
    headers: { authorization: `Bearer ${service.token}` },
    ...(method === 'POST' && { body }),
  });
  return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as { logo: string }) };
}
const served = async (url: string) => (await fetch(url.replace('https://lost.example', service.url))).status;

describe('what a Location shows its guests', () => {
  it('is nothing of its own at first, and afterwards what was set', async () => {
    expect((await service.call('GET', path)).body).toEqual(NOTHING);
    const changed = await service.call('PUT', path, EVERYTHING);
    expect(changed).toMatchObject({ status: 200, body: { ...NOTHING, ...EVERYTHING } });
    const read = await service.call('GET', path);
    expect(read.body).toEqual(changed.body);
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
  });

  it('keeps what an update omits, and takes back what is null', async () => {
    await service.call('PUT', path, EVERYTHING);
    const { body } = await service.call('PUT', path, { color: null, pickup: { note: null } });
    expect(body).toEqual({ ...EVERYTHING, logo: null, color: null, pickup: { ...EVERYTHING.pickup, note: null } });
  });

  it('is never lost to another update at the same time', async () => {
    await Promise.all([
      service.call('PUT', path, { color: '#111111' }),
      service.call('PUT', path, { website: 'https://a.example' }),
      service.call('PUT', path, { pickup: { place: 'Lobby' } }),
    ]);
    const { body } = await service.call('GET', path);
    expect(body).toMatchObject({ color: '#111111', website: 'https://a.example', pickup: { place: 'Lobby' } });
  });

  it.each([
    ['color', 'red', 'invalid_format'],
    ['color', '#12345', 'invalid_format'],
    ['replyTo', 'nobody', 'invalid_format'],
    ['senderName', 'Hotel\r\nBcc: all@example.com', 'invalid_format'],
    ['privacyUrl', 'javascript:alert(1)', 'invalid_format'],
    ['imprintUrl', 'ftp://x', 'invalid_format'],
    ['website', 'hotel.example', 'invalid_format'],
    ['reminderDays.1', [3, 0], 'out_of_range'],
    ['reminderDays', Array.from({ length: 11 }, (_, day) => day + 1), 'too_long'],
    ['notifyDesk', 'weekly', 'not_allowed'],
    ['found', 'no', 'invalid_type'],
    ['logo', 'https://x.example/logo.png', 'unknown_field'],
    ['pickup.latitude', { latitude: 91, longitude: 0 }, 'out_of_range'],
    ['pickup.longitude', { latitude: 10 }, 'required'],
    ['pickup.note.de', { note: { en: 'Ring', de: '' } }, 'too_short'],
    ['pickup.note.german', { note: { german: 'Klingeln' } }, 'not_allowed'],
    ['pickup.openingHours', { openingHours: 7 }, 'invalid_type'],
    ['pickup.openingHours', { openingHours: {} }, 'too_short'],
    ['pickup.street', { street: 'x' }, 'unknown_field'],
  ])('is refused where %s is %j', async (field, value, code) => {
    const { status, body } = await service.call('PUT', path, { [field.split('.')[0]!]: value });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
    expect((await service.call('GET', path)).body).toEqual(NOTHING);
  });
});

describe("the Group's settings", () => {
  it('have defaults, and apply where a Location says nothing', async () => {
    const defaults = { reminderDays: [14, 3], notifyDesk: 'at-once', found: true, indexed: false };
    expect((await service.call('GET', '/guest-settings')).body).toEqual({ ...NOTHING, ...defaults });
    await service.call('PUT', '/guest-settings', { displayName: 'All Hotels', found: false, pickup: { place: 'Desk' } });
    await service.call('PUT', path, { displayName: 'This Hotel', pickup: { note: 'Ring' } });
    expect((await service.call('GET', path)).body).toMatchObject({ found: null, pickup: { place: null, note: 'Ring' } });
    const holds = await service.get(LocationGuestSettings).effective(service.groupID, locationID);
    expect(holds).toMatchObject({
      ...defaults,
      found: false,
      displayName: 'This Hotel',
      pickup: { place: 'Desk', note: 'Ring' },
    });
  });

  it('of another Group never apply', async () => {
    const other = await service.group('elsewhere');
    await other.call('PUT', '/guest-settings', { displayName: 'Elsewhere' });
    expect((await service.call('GET', '/guest-settings')).body.displayName).toBeNull();
  });

  it('are changed by nobody whose access is limited to some Locations', async () => {
    await createUser(service.call, 'settings-boss', 'group_admin', locationID);
    const { call } = await service.signIn('settings-boss');
    expect((await call('PUT', '/guest-settings', { color: '#111111' })).status).toBe(403);
    expect((await call('PUT', path, { color: '#111111' })).status).toBe(200);
  });
});

describe('a logo', () => {
  it.each(['the Group', 'a Location'])('of %s is shown to everybody, replaced and taken away', async (whose) => {
    const at = whose === 'the Group' ? '/guest-settings' : path;
    const first = await logo(at);
    expect(first).toMatchObject({
      status: 200,
      body: { logo: expect.stringMatching(/^https:\/\/lost\.example\/images\/.+\.png$/) },
    });
    expect(await served(first.body!.logo)).toBe(200);
    const second = await logo(at);
    expect([await served(first.body!.logo), await served(second.body!.logo)]).toEqual([404, 200]);
    expect((await logo(at, 'DELETE')).status).toBe(204);
    expect((await logo(at, 'DELETE')).status).toBe(204);
    expect(await served(second.body!.logo)).toBe(404);
    expect((await service.call('GET', at)).body.logo).toBeNull();
  });
});
