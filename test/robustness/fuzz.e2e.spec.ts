import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { FakeSendcloud } from '#fakes';
import { readDocument } from '../support/open-api.js';
import { created, createRegion, createUser, inCountry, makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { type Described, requestsOf } from './requests.js';
import { Wire } from './wire.js';

/** How many requests are made: FUZZ_RUNS, in CI 10,000. FUZZ_SEED repeats a run. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 16;

/** The keys of the document's example. */
const sendcloud = new FakeSendcloud('f0c5d2a9e8b7', '9b1e77c4d0a3');
const NOBODY = 'http://127.0.0.1:1';

let service: TestService;
let wire: Wire;
beforeAll(async () => {
  await sendcloud.start();
  const away = { easypost: NOBODY, stripe: NOBODY, mollie: NOBODY, mews: NOBODY, opera: NOBODY, mail: 'imap://127.0.0.1:1' };
  service = await startService({ connections: new ConnectionSettings({ urls: { ...away, sendcloud: sendcloud.url } }) });
  wire = new Wire(Number(new URL(service.url).port), [...(await callers()), null, 'Bearer nonsense', 'Basic eDp5']);
  await records();
});
afterAll(async () => {
  wire?.close();
  await service?.stop();
  await sendcloud.stop();
});

/** The Integration, a user of a middle and one of a low role, and the Integration of another Group. */
async function callers(): Promise<string[]> {
  const locationID = await service.location();
  const tokens = [service.token];
  for (const userRole of ['property_admin', 'limited_subuser']) {
    await createUser(service.call, `fuzz-${userRole}`, userRole, locationID);
    tokens.push((await service.signIn(`fuzz-${userRole}`)).accessToken);
  }
  tokens.push((await service.group('other')).token);
  return tokens.map((token) => `Bearer ${token}`);
}

/** What the requests may name: Locations with a carrier, users, a Region, items and Requests in several states. */
async function records(): Promise<void> {
  const locations = [];
  for (const countryID of ['NL', 'DE', 'FR', 'BE']) {
    locations.push(await service.location(inCountry(countryID)));
  }
  for (let n = 0; n < 60; n++) {
    const locationID = locations[n % locations.length]!;
    await service.item(locationID, n % 3 === 0 ? {} : { owner: { contactEmail: 'ann@example.com' } });
    const lost = { location: 'Lobby', departuredDate: '2026-11-20 11:00:00', owner: { email: 'ann@example.com' } };
    await makeRequest(service.call, locationID, lost);
  }
  for (const username of ['ann', 'ben', 'cem', 'dee', 'eva']) {
    await createUser(service.call, username, 'property_subuser', locations[0]!);
  }
  await createRegion(service.call, 'North', ...locations.slice(0, 2));
  const settings = { publicKey: sendcloud.publicKey, secretKey: sendcloud.secretKey };
  const { ID: carrierID } = await created(service.call, '/connections', { provider: 'sendcloud', name: 'Parcels', settings });
  for (const locationID of locations) {
    const shipping = { paidBy: 'location', currency: 'EUR', rates: [], carrierID };
    expect((await service.call('PUT', `/locations/${locationID}/shipping`, shipping)).status).toBe(200);
  }
}

it(`no request makes the service fail, and the document describes every answer (${RUNS} requests, FUZZ_SEED=${SEED})`, async () => {
  const document: Described = readDocument();
  const batches = fc.array(requestsOf(document), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(batches, async (requests) => {
    const results = await Promise.allSettled(requests.map((request) => wire.check(request)));
    const faults = results.flatMap((result, n) =>
      result.status === 'rejected' ? [{ ...printable(requests[n]!), fault: String(result.reason) }] : [],
    );
    expect(faults).toEqual([]);
  });
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(RUNS / AT_ONCE), endOnFailure: true });
  const seen = [...wire.seen].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`);
  console.info(`FUZZ_SEED=${SEED}, answers by status: ${seen.join(', ')}`);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}, 600_000);

function printable({ body, ...rest }: { body?: Uint8Array }) {
  return { ...rest, ...(body && { body: Buffer.from(body.subarray(0, 2_000)).toString() }) };
}
