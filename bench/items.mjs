// Registering and listing items, compared with a hand-written Express and pg server that writes the same rows. Both run on the same
// PostgreSQL, in turns, so that other load on the machine affects both; the result is the median of the ratios.
import autocannon from 'autocannon';
import { caller, median, onPostgres } from './support.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 32;

const item = {
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

await onPostgres(async ({ database, start }) => {
  const sides = { service: await database('service'), peer: await database('peer') };
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: sides.service.url, PORT: '4101' });
  await start('./peer.mjs', { DATABASE_URL: sides.peer.url, PORT: '4102' });
  // No worker runs here, but each item writes its delivery row.
  const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: 'https://hooks.example.com/items' } };
  await caller(4101, sides.service.token)('PUT', '/webhooks/config', webhook);

  const table = {};
  for (const [name, request] of Object.entries({
    'register an item': { method: 'POST', path: '/api/v2/items', body: JSON.stringify(item) },
    'list 10 items': { method: 'GET', path: '/api/v2/items?limit=10' },
  })) {
    table[name] = await compare(request, sides.service.token);
  }
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, requests a second (median), p99 in ms; Node ${process.version}`,
  );
  console.table(table);
});

async function compare(request, token) {
  await load(4101, request, token, 2);
  await load(4102, request, token, 2);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [4101, 4102] : [4102, 4101];
    const results = {};
    for (const port of order) results[port] = await load(port, request, token, SECONDS);
    rounds.push({ service: results[4101], peer: results[4102] });
  }
  const of = (pick) => median(rounds.map(pick));
  return {
    service: Math.round(of(({ service }) => service.rate)),
    peer: Math.round(of(({ peer }) => peer.rate)),
    ratio: Number(of(({ service, peer }) => service.rate / peer.rate).toFixed(2)),
    'service p99': of(({ service }) => service.p99),
    'peer p99': of(({ peer }) => peer.p99),
  };
}

async function load(port, { method, path, body }, token, duration) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses were errors, ${result.errors} calls failed.`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}
