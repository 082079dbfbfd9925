// How well candidates are ranked: 5,000 items and 500 Requests for some of them (matching-set.mjs). Counts how often the true item is
// ranked first, and among the first five, on the set that the weights were fitted on and on one that they were not.

import { FITTED, generated, JUDGED } from './matching-set.mjs';
import { caller, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 5000);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 500);
const LOCATIONS = 10;
const AT_A_TIME = 16;

async function eachOf(inputs, work) {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < inputs.length) {
      const index = next++;
      results[index] = await work(inputs[index]);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return results;
}

/** Registers a set through the API at Locations of its own and asks for the candidates of each Request. */
async function judged(call, things, seed) {
  const locations = [];
  for (let n = 0; n < LOCATIONS; n++) {
    const address = { address: 'Main Street', addressNumber: '1', city: 'Dublin', countryID: 'IE', zipCode: 'D01' };
    const contactDetails = { contactPerson: 'Front desk', contactEmail: 'desk@example.com', phoneNumber: '+353 1 234 5678' };
    const location = { name: `Hotel ${seed}/${n}`, address, contactDetails, pickupDetails: {} };
    locations.push((await call('POST', '/locations', location)).locationID);
  }
  const set = generated(things, seed, { locations, items: ITEMS, requests: REQUESTS });
  const items = await eachOf(set.items, (item) => call('POST', '/items', item));
  const made = await eachOf(set.requests, ({ index, body }) =>
    call('POST', `/locations/${items[index].locationID}/requests`, body),
  );
  const durations = [];
  const rank = async ({ ID }, index) => {
    const before = performance.now();
    const candidates = await call('GET', `/requests/${ID}/candidates`);
    durations.push(performance.now() - before);
    return candidates.findIndex(({ itemID }) => itemID === items[index].ID);
  };
  const asked = made.map((request, at) => ({ request, index: set.requests[at].index }));
  const ranks = await eachOf(asked, ({ request, index }) => rank(request, index));
  const share = (most) => `${((100 * ranks.filter((at) => at >= 0 && at < most).length) / ranks.length).toFixed(1)} %`;
  const median = durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)];
  return {
    'true item first': share(1),
    'among the first five': share(5),
    'among all listed': share(Number.POSITIVE_INFINITY),
    'candidates, median': `${median.toFixed(0)} ms`,
  };
}

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('matching');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4103' });
  const call = caller(4103, token);
  const results = { fitted: await judged(call, FITTED, 2026), judged: await judged(call, JUDGED, 1907) };
  console.log(
    `${ITEMS} items at ${LOCATIONS} Locations, ${REQUESTS} Requests; ${AT_A_TIME} calls at a time, Node ${process.version}`,
  );
  console.table(results);
});
