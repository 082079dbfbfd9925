import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Database } from '#platform/database';
import type { Call } from '../support/call.js';
import { created, createUser, makeRequest, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let limited: Call;
let here: string;
/** Records at a Location that the caller lacks, with a history each, and a number of none. */
const hidden: Record<string, number> = {};
const NONE = 9_000;

beforeAll(async () => {
  service = await startService();
  const { call } = service;
  here = await service.location();
  const there = await service.location();
  await createUser(call, 'limited', 'property_admin', here);
  limited = (await service.signIn('limited')).call;
  const number = async (path: string, body: object) => (await created(call, path, body)).ID;
  const { ID: itemID } = await registerItem(call, there);
  const { ID: requestID } = await makeRequest(call, there);
  const { ID: userID } = await createUser(call, 'hidden', 'property_subuser', there);
  const regionID = await number('/regions', { name: 'There', locationIDs: [there] });
  const storagePlaceID = await number(`/locations/${there}/storage-places`, { name: 'Shelf' });
  const languageID = await service.language({ language: 'Frisian', code: 'fy', locationID: there });
  for (let n = 0; n < 30; n++) {
    await call('PUT', `/items/${itemID}`, { internalNotes: `Note ${n}`.repeat(50) });
    await call('PUT', `/requests/${requestID}`, { internalNotes: `Note ${n}`.repeat(50) });
    await call('PUT', `/users/${userID}`, { email: `hidden${n}@example.com` });
  }
  Object.assign(hidden, { itemID, requestID, userID, regionID, storagePlaceID, languageID });
});
afterAll(() => service?.stop());

/** What PostgreSQL is asked, and how many characters it answers, during a call. */
async function costOf(method: string, path: string, body?: object) {
  const database = service.get(Database);
  const spies = (['pipeline', 'lookUp', 'list', 'batch'] as const).map((name) => vi.spyOn(database, name as 'pipeline'));
  const { status } = await limited(method, path, body);
  const results = spies.flatMap(({ mock }) => mock.results.map(({ value }) => value as Promise<unknown[]>));
  const rows = await Promise.all(results);
  for (const spy of spies) spy.mockRestore();
  return { status, statements: rows.flat().length, characters: JSON.stringify(rows).length };
}

type Cost = Awaited<ReturnType<typeof costOf>>;
const lesser = (one: Cost, other: Cost) => (one.characters <= other.characters ? one : other);

/** The least of three calls each, on a busy machine of up to 20: some of the service's own looks at the database fall into one of them. */
async function leastOf(call: (id: number) => Promise<Cost>, id: number) {
  let [there, none] = [await call(id), await call(NONE)];
  for (let calls = 1; calls < 3 || (there.characters !== none.characters && calls < 20); calls++)
    [there, none] = [lesser(there, await call(id)), lesser(none, await call(NONE))];
  return { there, none };
}

it.each<[method: string, path: string, body?: object]>([
  ['GET', '/users/:userID'],
  ['GET', '/users/:userID/locations'],
  ['GET', '/users/:userID/history'],
  ['PUT', '/users/:userID', { email: 'other@example.com' }],
  ['PUT', '/users/:userID', { password: 'plainly correct horse battery' }],
  ['PUT', '/users/:userID/disabled', { disabled: true }],
  ['POST', '/users/:userID/locations', { locationIDs: ['demo:1'] }],
  ['DELETE', '/users/:userID/locations', { locationIDs: ['demo:1'] }],
  ['POST', '/users/:userID/invitation'],
  ['DELETE', '/users/:userID/totp'],
  ['DELETE', '/users/:userID'],
  ['GET', '/regions/:regionID'],
  ['GET', '/languages/:languageID'],
  ['GET', '/storage-places/:storagePlaceID'],
  ['PUT', '/storage-places/:storagePlaceID', { name: 'Other' }],
  ['PUT', '/storage-places/:storagePlaceID/items', { itemIDs: [1] }],
  ['DELETE', '/storage-places/:storagePlaceID'],
  ['GET', '/items/:itemID'],
  ['GET', '/items/:itemID/history'],
  ['GET', '/items/:itemID/messages'],
  ['GET', '/items/:itemID/photos'],
  ['GET', '/items/:itemID/transitions'],
  ['GET', '/items/:itemID/candidates'],
  ['PUT', '/items/:itemID', { brand: 'Other' }],
  ['PUT', '/items/:itemID/status', { status: 'left-behind' }],
  ['PUT', '/items/:itemID/hold', { reason: 'police' }],
  ['PUT', '/items/:itemID/response', { response: 'leave' }],
  ['PUT', '/items/:itemID/reopen', { reason: 'Found again' }],
  ['POST', '/items/:itemID/messages', { kind: 'resend' }],
  ['POST', '/items/:itemID/guest-link'],
  ['POST', '/items/:itemID/handover', { to: 'Jo', identification: 'known' }],
  ['DELETE', '/items/:itemID'],
  ['GET', '/requests/:requestID'],
  ['GET', '/requests/:requestID/history'],
  ['GET', '/requests/:requestID/messages'],
  ['GET', '/requests/:requestID/candidates'],
  ['PUT', '/requests/:requestID', { internalNotes: 'Other' }],
  ['PUT', '/requests/:requestID/match', { itemID: 1 }],
  ['PUT', '/requests/:requestID/status', { status: 'not-found' }],
  ['POST', '/requests/:requestID/guest-link'],
  ['DELETE', '/requests/:requestID'],
])('%s %s reads no more for a record out of reach than for none', async (method, path, body) => {
  const name = /:(\w+)/.exec(path)![1]!;
  const at = (id: number) => costOf(method, path.replace(/:\w+/, `${id}`), body);
  const { there, none } = await leastOf(at, hidden[name]!);
  expect(there.status).toBe(404);
  expect(there).toEqual(none);
});

it('a record out of reach that a body names is read no more than none', async () => {
  const { ID } = await makeRequest(limited, here);
  const naming = (itemID: number) => costOf('PUT', `/requests/${ID}/match`, { itemID });
  const { there, none } = await leastOf(naming, hidden.itemID!);
  expect(there.status).toBe(400);
  expect(there).toEqual(none);
});
