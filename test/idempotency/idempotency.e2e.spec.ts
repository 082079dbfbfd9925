import { RequestMethod } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { IdempotentAnswers, replayOf } from '#platform/idempotency';
import type { Answer } from '../support/call.js';
import { checkedFetch } from '../support/contract.js';
import { WAITING_FOR_US } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { createLocation, createUser, HOTEL, UMBRELLA } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';

/** They answer with a reference, a count or a secret, or know no callers: nothing that would outlive access, deletion or erasure. */
const HAVE_NO_CALLER = [
  'AuthController.',
  'DeskSessionController.',
  'LostController.',
  'FoundController.',
  'LinksController.',
  'AccountController.',
  'ProviderEventsController.',
];
const SHOW_NO_RECORD = ['MeTotpController.', 'UserAccountsController.inviteAgain', 'WebhookManagementController.'];

let service: TestService;
let base: string;
let token: string;
let locationID: string;
let database: pg.Client;

beforeAll(async () => {
  service = await startService();
  base = service.url;
  const keys = await service.group('keys');
  token = keys.token;
  locationID = await createLocation(keys.call);
  database = new pg.Client({ connectionString: service.options.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await service?.stop();
});

const umbrella = () => ({ ...UMBRELLA, locationID });

async function post(key: string, body: object, { path = '/items', as = token, at = base } = {}) {
  const response = await checkedFetch(`${at}/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  const replayed = headers.get('idempotent-replayed');
  return { status, location: headers.get('location'), tag: headers.get('etag'), replayed, text: await response.text() };
}

const codeOf = ({ text }: { text: string }) => JSON.parse(text).code;

async function registered(): Promise<number> {
  const { rows } = await database.query(`select count(*)::int as count from events where type = 'ItemRegistered'`);
  return rows[0].count;
}

it('of fifty requests at once with one key, one acts', async () => {
  const before = await registered();
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('fifty', umbrella())));
  expect((await registered()) - before).toBe(1);
  const kept = answers.filter(({ status }) => status === 201).map(({ replayed: _, ...answer }) => JSON.stringify(answer));
  const accepted = new Set(kept);
  expect(accepted.size).toBe(1);
  const refused = answers.filter(({ status }) => status !== 201).map(codeOf);
  expect(refused.filter((code) => code !== 'idempotency_conflict')).toEqual([]);
});

it('a repeated request is answered to the letter as the first one, after a restart too', async () => {
  const first = await post('again', umbrella());
  expect(first).toMatchObject({ status: 201, tag: '"1"', location: expect.stringMatching(/^\/api\/v2\/items\/\d+$/) });
  expect(first.replayed).toBeNull();
  const replay = { ...first, replayed: 'true' };
  expect(await post('again', umbrella())).toEqual(replay);

  const other = await serveApi(service.options);
  try {
    expect(await post('again', umbrella(), { at: other.url })).toEqual(replay);
  } finally {
    await other.app.close();
  }
});

it('a key is good for one request only', async () => {
  await post('mismatch', umbrella());
  const other = await post('mismatch', { ...umbrella(), item: 'Hat' });
  expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch']);
  const elsewhere = await post('mismatch', { ...HOTEL, name: 'Other' }, { path: '/locations' });
  expect([elsewhere.status, codeOf(elsewhere)]).toEqual([422, 'idempotency_mismatch']);
});

it('a key belongs to its caller', async () => {
  const first = await post('mine', HOTEL, { path: '/locations' });
  const other = await post('mine', HOTEL, { path: '/locations', as: (await service.group('others')).token });
  expect(other.status).toBe(201);
  expect(other.location).not.toBe(first.location);
});

it('a refused request keeps no key, so that it may be corrected', async () => {
  expect(await post('refused', { ...umbrella(), item: '' })).toMatchObject({ status: 400 });
  expect(await post('refused', { ...umbrella(), locationID: `${locationID}9` })).toMatchObject({ status: 400 });
  expect(await post('refused', umbrella())).toMatchObject({ status: 201 });
});

/** Each with the status of its answer, a form or body, and another one. */
describe('what is repeated is answered as the first one, in status, place, form and record, and refused where it is another', () => {
  const PIXEL = 'R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';
  const image = (picture: string, name = 'photo.gif') => {
    const form = new FormData();
    form.set('image', new Blob([Buffer.from(picture, 'base64')]), name);
    return form;
  };
  /** As long as the first one. */
  const OTHER = image(PIXEL.replace('P8A', 'AP8'));
  const file = (text: string, fields: Record<string, string> = { dryRun: 'true' }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([text]), 'items.csv');
    return form;
  };
  const taken = { to: 'Ann', identification: 'known' };
  const given = { method: 'donated', reason: 'wet' };
  let last = 0;

  it.each([
    ['a hand-over', '/items/:itemID/handover', 200, () => taken, { ...taken, to: 'Bea' }],
    ['a disposal', '/items/:itemID/disposal', 200, () => given, { ...given, method: 'sold' }],
    ['a shipment', '/items/:itemID/shipment', 200, () => ({ status: 'shipment-paid' }), { status: 'in-route' }],
    ['an image', '/items/:itemID/upload-image', 200, () => image(PIXEL), OTHER],
    ['a photo', '/items/:itemID/photos', 201, () => image(PIXEL), OTHER],
    ['a photo under another name', '/items/:itemID/photos', 201, () => image(PIXEL, `${++last}.gif`), OTHER],
    ['a logo of a Location', '/locations/:locationID/guest-settings/logo', 200, () => image(PIXEL), OTHER],
    ['a logo of the Group', '/guest-settings/logo', 200, () => image(PIXEL), OTHER],
    ['an import', '/imports', 202, () => file('item\nA'), file('item\nB')],
    ['an import of the same file', '/imports', 202, () => file('item\nA'), file('item\nA', { dryRun: 'true', notify: 'true' })],
    ['a message', '/items/:itemID/messages', 202, () => ({ kind: 'text', text: 'Hello' }), { kind: 'text', text: 'Hallo' }],
    ['a link', '/items/:itemID/guest-link', 201, () => ({}), null],
    ['a token', '/tokens', 201, () => ({ name: 'one', role: 'carrier' }), { name: 'two', role: 'carrier' }],
    ['a storage place', '/locations/:locationID/storage-places', 201, () => ({ name: 'one' }), { name: 'two' }],
    ['a Region', '/regions', 201, () => ({ name: 'R', reference: 'r', locationIDs: [locationID] }), { name: 'Q' }],
  ] as const)('%s', async (name, template, status, asked, other) => {
    const owner = {
      contactEmail: 'ann@example.com',
      address: { address: 'Way 1', city: 'Bonn', zipCode: '53111', countryID: 'DE' },
    };
    const { body: item } = await service.as(token)('POST', '/items', { ...umbrella(), owner });
    if (template.endsWith('shipment')) await service.as(token)('PUT', `/items/${item.ID}/response`, { response: 'ship' });
    const path = template.replace(':itemID', item.ID).replace(':locationID', locationID);
    const send = (body: object) => service.as(token)('POST', path, body, { 'idempotency-key': name });
    const first = await send(asked());
    expect(first.status, JSON.stringify(first.body)).toBe(status);
    const again = await send(asked());
    // What was said is written anew, with a link of its own.
    const record = ({ body }: Answer) => ({ ...body, text: body.text?.replace(/\/g\/\S+/, '') });
    expect([again.status, record(again), again.headers.get('idempotent-replayed')]).toEqual([status, record(first), 'true']);
    for (const header of ['location', 'etag', 'content-type'])
      expect([header, again.headers.get(header)]).toEqual([header, first.headers.get(header)]);
    if (other) expect(await send(other)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });

  it('an import whose answer was lost, too', async () => {
    const send = (text: string) => service.as(token)('POST', '/imports', file(text), { 'idempotency-key': 'lost' });
    const { body: first } = await send('item\nC');
    await database.query('delete from idempotent_answers');
    expect(await send('item\nD')).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect(await send('item\nC')).toMatchObject({ status: 202, body: { ID: first.ID } });
  });
});

describe('a repeated request does not outlive', () => {
  const items = (key: string, as: string, changes: object = {}) => post(key, { ...umbrella(), ...changes }, { as });
  const call = (method: string, path: string, body?: object) => service.as(token)(method, path, body);

  it('the access of who asks', async () => {
    const second = await createLocation(service.as(token));
    const { ID } = await createUser(service.as(token), 'keys-desk', 'property_subuser', locationID);
    await call('POST', `/users/${ID}/locations`, { locationIDs: [second] });
    const { accessToken } = await service.signIn('keys-desk');
    const first = await items('access', accessToken);
    expect((await items('access', accessToken)).text).toBe(first.text);
    expect((await call('DELETE', `/users/${ID}/locations`, { locationIDs: [locationID] })).status).toBe(200);
    const after = await items('access', accessToken);
    expect([after.status, codeOf(after)]).toEqual([404, 'not_found']);
    await call('POST', `/users/${ID}/locations`, { locationIDs: [locationID] });
    expect((await items('access', accessToken)).text).toBe(first.text);
  });

  it('the record', async () => {
    const first = await items('deleted', token);
    expect((await call('DELETE', first.location!.replace('/api/v2', ''))).status).toBe(204);
    const after = await items('deleted', token);
    expect([after.status, codeOf(after), after.replayed]).toEqual([404, 'not_found', null]);
  });

  it('what was erased or corrected in it', async () => {
    const owner = { firstName: 'Erasmus', lastName: 'Gone', contactEmail: 'erasmus@example.com' };
    const first = await items('erased', token, { owner });
    const { ID } = JSON.parse(first.text);
    await call('PUT', `/items/${ID}`, { owner: { firstName: 'Desiderius' } });
    const corrected = await items('erased', token, { owner });
    expect([corrected.status, corrected.location, corrected.tag]).toEqual([201, first.location, '"2"']);
    expect(JSON.parse(corrected.text).owner.firstName).toBe('Desiderius');
    await service.get(Persons).erase('erasmus@example.com', null);
    const after = await items('erased', token, { owner });
    expect(after.text).not.toMatch(/Erasmus|Desiderius|Gone/i);
  });
});

it('every POST that answers with a record reads it anew, or shows none', () => {
  const controllers = service.get(DiscoveryService).getControllers();
  const handlers = controllers.flatMap(({ metatype }) =>
    Object.entries(Object.getOwnPropertyDescriptors((metatype as { prototype: object }).prototype)).map(
      ([name, { value }]) => [`${metatype?.name}.${name}`, value] as const,
    ),
  );
  const posts = handlers.filter(([, handler]) => handler && Reflect.getMetadata('method', handler) === RequestMethod.POST);
  expect(posts.length).toBeGreaterThan(20);
  const beyond = (known: string[], some: typeof posts) =>
    some.map(([name]) => name).filter((name) => !known.some((start) => name.startsWith(start)));
  const taking = posts.filter(([, handler]) => replayOf(handler));
  expect(
    beyond(
      HAVE_NO_CALLER,
      posts.filter(([, handler]) => !replayOf(handler)),
    ),
  ).toEqual([]);
  expect(
    beyond(
      SHOW_NO_RECORD,
      taking.filter(([, handler]) => !replayOf(handler)!.read),
    ),
  ).toEqual([]);
});

it('a key has 1 to 255 characters', async () => {
  expect(await post('k'.repeat(255), umbrella())).toMatchObject({ status: 201 });
  const long = await post('k'.repeat(256), umbrella());
  expect(JSON.parse(long.text).errors).toEqual([expect.objectContaining({ field: 'Idempotency-Key', code: 'too_long' })]);
});

it('a body that is nested without end is refused as it is without a key', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"owner":', '}'],
  ] as const) {
    const response = await checkedFetch(`${base}/api/v2/items`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'deep' },
      body: `{"item":${open.repeat(6_000)}1${close.repeat(6_000)}}`,
    });
    expect(response.status, open).toBe(400);
    expect(await response.json(), open).toMatchObject({ code: 'validation_failed' });
  }
});

it('a first Request of a Location, numbered by a sequence that is made with it, is made once too', async () => {
  const path = `/locations/${locationID}/requests`;
  const first = await post('request', { request: 'Hat' }, { path });
  expect(JSON.parse(first.text)).toMatchObject({ requestNumber: 1 });
  expect(await post('request', { request: 'Hat' }, { path })).toEqual({ ...first, replayed: 'true' });
});

it('a request whose process is killed before it answers can be sent again and acts once', async () => {
  const before = await registered();
  const { program, url } = await startProgram();
  await database.query('begin');
  await database.query('lock table items in exclusive mode');
  const lost = post('killed', umbrella(), { at: url }).catch(() => null);
  await expect.poll(async () => (await database.query(WAITING_FOR_US)).rowCount, { timeout: 50_000 }).toBeGreaterThan(0);
  program.killNow();
  expect(await lost).toBeNull();
  await database.query('commit');

  const retry = () => post('killed', umbrella());
  await expect.poll(async () => (await retry()).status, { timeout: 50_000 }).toBe(201);
  expect(await retry()).toEqual(await retry());
  expect((await registered()) - before).toBe(1);
}, 60_000);

it('a key may be used anew after 24 hours, when its answer is cleared away', async () => {
  const first = await post('daily', umbrella());
  service.clock.forward(1);
  const second = await post('daily', umbrella());
  expect(second.location).not.toBe(first.location);
  service.clock.forward(1);
  const answers = service.get(IdempotentAnswers);
  expect(await answers.clean(2)).toBe(2);
  expect(await answers.clean(1_000)).toBeGreaterThan(0);
  expect((await database.query('select from idempotent_answers')).rowCount).toBe(0);
});

async function startProgram(): Promise<{ program: Program; url: string }> {
  const { databaseUrl, secretKey } = service.options;
  const port = await freePort();
  const program = await Program.start('api', {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    PORT: String(port),
    HOST: '127.0.0.1',
  });
  return { program, url: `http://127.0.0.1:${port}` };
}
