// The everyday calls on items, of the service and of a hand-written Express and pg server that writes the same rows. Both run on
// the same PostgreSQL, in turns, so that other load on the machine affects both; the result is the median of the ratios. CPU per call,
// of the process and of PostgreSQL, is steadier than the rate.
import { cpuOf, cpuOfPostgres } from './cpu.mjs';
import { load } from './load.mjs';
import { analyzed, caller, median, onPostgres } from './support.mjs';

export const CONNECTIONS = 32;

/** So many items are registered at least before one of them is called. */
const REGISTERED = 2_000;

/** As callers register it. */
const ITEM = {
  item: 'Phone charger, USB-C',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: { weight: { ID: 1 }, dimensions: { fitsInServicePackaging: true } },
  itemStorage: 'Shelf B3',
  internalNotes: 'Found by housekeeping',
  brand: 'Anker',
  colors: ['black'],
  categories: ['electronic_secondary'],
  owner: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    contactEmail: 'anna.schmidt@example.com',
    phoneNumber: '+49 40 123456',
    address: { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' },
  },
};

/**
 * Compares each call in so many rounds of so many seconds.
 * @returns by the name of the call: the rates, ms of CPU per call and ratios, as columns of a table
 */
export async function compareItems({ rounds, seconds }) {
  const table = {};
  await onPostgres(async ({ database, start, folder }) => {
    const sides = { service: await database('service'), peer: await database('peer') };
    const service = await start('../dist/apps/api/src/main.js', { DATABASE_URL: sides.service.url, PORT: '4101' });
    const peer = await start('./peer.mjs', { DATABASE_URL: sides.peer.url, PORT: '4102' });
    // No worker runs here, but each item writes its delivery row.
    const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: 'https://hooks.example.com/items' } };
    await caller(4101, sides.service.token)('PUT', '/webhooks/config', webhook);

    const servers = [
      { name: 'service', port: 4101, pid: service.pid, database: sides.service.url },
      { name: 'peer', port: 4102, pid: peer.pid, database: sides.peer.url },
    ];
    for (const [name, request] of Object.entries({
      'register an item': { method: 'POST', path: '/api/v2/items', body: JSON.stringify(ITEM) },
      // The hand-written server knows no keys: it does what it does without one.
      'register an item with an Idempotency-Key': {
        method: 'POST',
        path: '/api/v2/items',
        body: JSON.stringify(ITEM),
        keyed: true,
      },
      'list 10 items': { path: '/api/v2/items?limit=10' },
      'read one item': { path: '/api/v2/items/7' },
      'read any item': { path: '/api/v2/items/{id}', ids: REGISTERED },
      'change a field of an item': {
        method: 'PUT',
        path: '/api/v2/items/{id}',
        body: JSON.stringify({ internalNotes: 'Note {n}' }),
        ids: REGISTERED,
      },
    })) {
      table[name] = await compare(
        { ...request, token: sides.service.token, connections: CONNECTIONS, seconds },
        servers,
        folder,
        rounds,
      );
    }
  });
  return table;
}

async function compare(request, servers, folder, count) {
  for (const { port, database } of servers) {
    await load({ ...request, port, seconds: 2 });
    // The worker, which does not run here, sees to that within seconds (libs/platform/database/first-statistics.ts).
    await analyzed(database);
  }
  const rounds = [];
  for (let round = 0; round < count; round++) {
    const results = {};
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      results[server.name] = await measured(request, server, folder);
    rounds.push(results);
  }
  const of = (pick, digits = 2) => Number(median(rounds.map(pick)).toFixed(digits));
  const costs = (name) => `${of((round) => round[name].own)} + ${of((round) => round[name].database)}`;
  return {
    service: of(({ service }) => service.rate, 0),
    'its ms': costs('service'),
    'hand-written': of(({ peer }) => peer.rate, 0),
    'its ms ': costs('peer'),
    rate: of(({ service, peer }) => service.rate / peer.rate),
    cpu: of(({ service, peer }) => (peer.own + peer.database) / (service.own + service.database)),
    'service p99': of(({ service }) => service.p99, 0),
  };
}

async function measured(request, { port, pid }, folder) {
  const before = { own: cpuOf(pid), database: cpuOfPostgres(folder) };
  const { rate, calls, p99 } = await load({ ...request, port });
  const per = (after, start) => (after - start) / calls;
  return { rate, p99, own: per(cpuOf(pid), before.own), database: per(cpuOfPostgres(folder), before.database) };
}
