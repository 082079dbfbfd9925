// The everyday calls on items, of the service and of a hand-written Express and pg server that writes the same rows. Both run on
// the same PostgreSQL, in turns, so that other load on the machine affects both; the result is the median of the ratios. CPU per call,
// of the process and of PostgreSQL, is steadier than the rate, and steadiest is the ratio of what each side took in its cheapest round.
import { cpuOf, cpuOfPostgres } from './cpu.mjs';
import { load } from './load.mjs';
import { analyzed, caller, median, onPostgres } from './support.mjs';

export const CONNECTIONS = 32;

/** Items that are registered at least before one of them is called. */
const REGISTERED = 2_000;

/** Calls, reading and writing, that are at least needed for V8 to compile the code: on a busy machine that takes longer. */
const [WARM_READS, WARM_WRITES] = [6_000, 1_000];

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

const REGISTER = { method: 'POST', path: '/api/v2/items', body: JSON.stringify(ITEM) };

/**
 * Compares each call in so many rounds of so many seconds.
 * @param again names the calls that get as many rounds more, by the table so far
 * @returns by the name of the call: the rates, ms of CPU per call and ratios, as columns of a table
 */
export async function compareItems({ rounds, seconds, again = () => [] }) {
  const [measured, table] = [{}, {}];
  await onPostgres(async ({ database, start, folder }) => {
    const sides = { service: await database('service'), peer: await database('peer') };
    const service = await start('../dist/apps/api/src/main.js', { DATABASE_URL: sides.service.url, PORT: '4101' });
    const peer = await start('./peer.mjs', { DATABASE_URL: sides.peer.url, PORT: '4102' });
    // No worker runs here, but each item writes its delivery row.
    const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: 'https://hooks.example.com/items' } };
    await caller(4101, sides.service.token)('PUT', '/webhooks/config', webhook);

    const servers = [
      { name: 'service', port: 4101, pid: service.pid, database: sides.service.url, registered: 0 },
      { name: 'peer', port: 4102, pid: peer.pid, database: sides.peer.url, registered: 0 },
    ];
    const requests = {
      'register an item': REGISTER,
      // The hand-written server knows no keys: it does what it does without one.
      'register an item with an Idempotency-Key': { ...REGISTER, keyed: true },
      'list 10 items': { path: '/api/v2/items?limit=10' },
      'read one item': { path: '/api/v2/items/7' },
      'read any item': { path: '/api/v2/items/{id}', ids: REGISTERED },
      'change a field of an item': {
        method: 'PUT',
        path: '/api/v2/items/{id}',
        body: JSON.stringify({ internalNotes: 'Note {n}' }),
        ids: REGISTERED,
      },
    };
    for (let names = Object.keys(requests); names.length > 0; names = again(table)) {
      for (const name of names) {
        const request = { ...requests[name], token: sides.service.token, connections: CONNECTIONS, seconds };
        measured[name] = [...(measured[name] ?? []), ...(await compare(request, servers, folder, rounds))];
        table[name] = summaryOf(measured[name]);
      }
    }
  });
  return table;
}

async function compare(request, servers, folder, count) {
  for (const server of servers) {
    // On a machine that is busy the rounds of registering made fewer.
    while (request.ids > server.registered) await call({ ...request, ...REGISTER, ids: undefined }, server);
    for (let calls = 0; calls < (request.method ? WARM_WRITES : WARM_READS); )
      calls += (await call({ ...request, seconds: 2 }, server)).calls;
    // The worker, which does not run here, sees to that within seconds (libs/platform/database/first-statistics.ts).
    await analyzed(server.database);
  }
  const rounds = [];
  for (let round = 0; round < count; round++) {
    const results = {};
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      results[server.name] = await measure(request, server, folder);
    rounds.push(results);
  }
  return rounds;
}

function summaryOf(rounds) {
  const of = (pick, digits = 2) => Number(median(rounds.map(pick)).toFixed(digits));
  // Other work of a machine only makes a call dearer.
  const least = (name) => Math.min(...rounds.map((round) => costOf(round[name])));
  const costs = (name) => `${of((round) => round[name].own)} + ${of((round) => round[name].database)}`;
  return {
    service: of(({ service }) => service.rate, 0),
    'its ms': costs('service'),
    'hand-written': of(({ peer }) => peer.rate, 0),
    'its ms ': costs('peer'),
    rate: of(({ service, peer }) => service.rate / peer.rate),
    cpu: of(({ service, peer }) => costOf(peer) / costOf(service)),
    'cpu, least': Number((least('peer') / least('service')).toFixed(2)),
    'service p99': of(({ service }) => service.p99, 0),
  };
}

const costOf = ({ own, database }) => own + database;

async function call(request, server) {
  const done = await load({ ...request, port: server.port });
  if (request.method === REGISTER.method) server.registered += done.calls;
  return done;
}

async function measure(request, server, folder) {
  const { pid } = server;
  const before = { own: cpuOf(pid), database: cpuOfPostgres(folder) };
  const { rate, calls, p99 } = await call(request, server);
  const per = (after, start) => (after - start) / calls;
  return { rate, p99, own: per(cpuOf(pid), before.own), database: per(cpuOfPostgres(folder), before.database) };
}
