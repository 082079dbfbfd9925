// The everyday calls on items, of the service and of hand-written servers (peers/peer.mjs). All run on the same PostgreSQL, in turns, so
// that other load on the machine affects each; ratios are those of one round. CPU per call, of the process and of PostgreSQL, is steadier
// than the rate, and steadiest is the ratio of what each side took in its cheapest round. WAL is what a call writes of it, full pages
// apart.
import { cpuOf, cpuOfPostgres } from './cpu.mjs';
import { load } from './load.mjs';
import { analyzed, caller, copied, median, onPostgres, walOf } from './support.mjs';

export const CONNECTIONS = 32;

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

const requestsOf = (registered) => ({
  'register an item': REGISTER,
  // The hand-written servers know no keys: they do what they do without one.
  'register an item with an Idempotency-Key': { ...REGISTER, keyed: true },
  'list 10 items': { path: '/api/v2/items?limit=10' },
  'read one item': { path: '/api/v2/items/7' },
  'read any item': { path: '/api/v2/items/{id}', ids: registered },
  'change a field of an item': {
    method: 'PUT',
    path: '/api/v2/items/{id}',
    body: JSON.stringify({ internalNotes: 'Note {n}' }),
    ids: registered,
  },
});

/**
 * Compares each call in so many rounds of so many seconds.
 * @param peers the hand-written servers, by their names
 * @param registered so many items there are, of which any is read or changed
 * @param reading the load of calls that only read
 * @param lead seconds before each round that are not counted: while other sides were measured connections may have been closed
 * @param again names the calls that get as many rounds more, by what was measured so far: of a new process of the service, as one in some
 * ten spends twice the CPU on each reading for all its life
 * @returns by the name of the call the rounds, each by the name of the side
 */
export async function compareItems({ rounds, seconds, peers, registered, reading = load, lead = 0, again = () => [] }) {
  const measured = {};
  await onPostgres(async (bench) => {
    const { servers, token, renew } = await sides(bench, peers, registered);
    const requests = requestsOf(registered);
    for (let names = Object.keys(requests); names.length > 0; names = again(measured)) {
      if (names.some((name) => measured[name])) await renew();
      for (const name of names) {
        const request = { ...requests[name], token, connections: CONNECTIONS, seconds };
        const calling = request.method ? load : reading;
        await warm(calling, request, servers);
        for (let round = 0; round < rounds; round++) {
          const results = {};
          // Each side is the first in its turn.
          const order = servers.map((_, nth) => servers[(nth + round) % servers.length]);
          for (const server of order) {
            if (lead > 0) await calling({ ...request, port: server.port, seconds: lead });
            results[server.name] = await measure(calling, request, server, bench);
          }
          measured[name] = [...(measured[name] ?? []), results];
        }
      }
    }
  });
  return measured;
}

/** The service with so many items, and hand-written servers that begin with a copy of its database. */
async function sides({ server, database, start }, peers, registered) {
  const { url, token } = await database('service');
  const service = () => start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4101' });
  const filling = await service();
  // No worker runs here, but each item writes its delivery row.
  const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: 'https://hooks.example.com/items' } };
  await caller(4101, token)('PUT', '/webhooks/config', webhook);
  for (let made = 0; made < registered; )
    made += (await load({ ...REGISTER, port: 4101, token, connections: CONNECTIONS, seconds: 4 })).calls;
  await filling.end();
  const servers = [];
  for (const [nth, name] of peers.entries()) {
    const port = 4102 + nth;
    const { pid } = await start('./peers/peer.mjs', {
      DATABASE_URL: await copied(server, url, name),
      PORT: `${port}`,
      PEER: name,
    });
    servers.push({ name, port, pid, database: new URL(`/${name}`, server).href });
  }
  let running = await service();
  const own = { name: 'service', port: 4101, pid: running.pid, database: url };
  const renew = async () => {
    await running.end();
    running = await service();
    own.pid = running.pid;
  };
  return { token, servers: [own, ...servers], renew };
}

async function warm(calling, request, servers) {
  for (const { port, database } of servers) {
    for (let calls = 0; calls < (request.method ? WARM_WRITES : WARM_READS); )
      calls += (await calling({ ...request, port, seconds: 2 })).calls;
    // The worker, which does not run here, sees to that within seconds (libs/platform/database/first-statistics.ts).
    await analyzed(database);
  }
}

async function measure(calling, request, { port, pid }, { folder, server }) {
  const cpu = () => [cpuOf(pid), cpuOfPostgres(folder)];
  const [written, before] = [await walOf(server), cpu()];
  const { rate, calls, p99 } = await calling({ ...request, port });
  const [own, database] = cpu().map((after, nth) => (after - before[nth]) / calls);
  return { rate, p99, own, database, bytes: ((await walOf(server)) - written) / calls };
}

export const costOf = ({ own, database }) => own + database;

/** Other work of a machine only makes a call dearer, and a checkpoint only longer what it writes. */
export const least = (rounds, side, pick = costOf) => Math.min(...rounds.map((round) => pick(round[side])));

/** The median of what the rounds say, to so many digits. */
export const middle = (rounds, pick, digits = 2) => Number(median(rounds.map(pick)).toFixed(digits));
