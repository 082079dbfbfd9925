// A large hotel's reservations, BENCH_NIGHTS nights (default 30) of BENCH_ARRIVALS (1,000), read by a worker from the fakes of Mews and
// Opera Cloud: all at first, and then BENCH_ROUNDS times (3) when as many as arrive in a night have changed. It ends with 1 when a night
// took more than a minute, or a stay is missing. The fakes answer at once: a real one takes as long as it takes, for each page.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { FakeMews, FakeOpera } from '../dist/libs/fakes/index.js';
import { cpuOf, cpuOfPostgres } from './cpu.mjs';
import { caller, onPostgres } from './support.mjs';

const NIGHTS = Number(process.env.BENCH_NIGHTS ?? 30);
const ARRIVALS = Number(process.env.BENCH_ARRIVALS ?? 1_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const [PORT, MINUTE, DAY] = [4893, 60_000, 86_400_000];
const SERVICE = 'bd26d8db-86da-4f96-9efc-e5a4654a4a94';
const utc = (days) => new Date(Date.now() + days * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
const guest = (n) => ({
  first: 'Anna',
  last: `Ek ${n}`,
  email: `anna.ek.${n}@example.com`,
  phone: `+46 8 ${n}`,
  language: 'sv-SE',
});

const mews = await new FakeMews().start();
const opera = await new FakeOpera().start();

/** Both hotels have the same guests: each stays two nights. */
const HOTELS = {
  Mews: {
    fake: mews,
    connection: (locationID) => ({
      provider: 'mews',
      settings: { clientToken: 'client-token', accessToken: 'access-token', services: { [SERVICE]: locationID } },
    }),
    book(night, n) {
      const { first, last, email, phone, language } = guest(n);
      const person = { FirstName: first, LastName: last, Email: email, Phone: phone, LanguageCode: language };
      const stay = { ServiceId: SERVICE, ScheduledStartUtc: utc(night), ScheduledEndUtc: utc(night + 2), UpdatedUtc: utc(-2) };
      return mews.book(stay, person, String(n % 2_000));
    },
    move: (one, n) => mews.change(one, { AssignedResourceId: mews.room(String((n * 7) % 2_000)).Id }),
  },
  'Opera Cloud': {
    fake: opera,
    connection: (locationID) => ({
      provider: 'opera',
      settings: {
        gatewayUrl: 'https://gateway.example.com',
        clientID: 'client-id',
        clientSecret: 'client-secret',
        appKey: opera.client.appKey,
        enterpriseID: 'ENT123',
        hotels: { HOTEL1: locationID },
      },
    }),
    book(night, n) {
      const { first, last, email, phone, language } = guest(n);
      const person = { givenName: first, surname: last, email, phone, language };
      return opera.book({ ...person, arrival: utc(night).slice(0, 10), departure: utc(night + 2).slice(0, 10), room: String(n) });
    },
    move: (one, n) => opera.change(one, { room: `${n}A` }),
  },
};

const megabytes = (pid) => Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000);
const table = {};
let failed = 0;

await onPostgres(async ({ folder, database, start }) => {
  for (const [name, { fake, connection, book, move }] of Object.entries(HOTELS)) {
    const { url, token } = await database(`readings_${fake.constructor.name.toLowerCase()}`);
    const all = [];
    for (let night = 0; night < NIGHTS; night++) for (let n = 0; n < ARRIVALS; n++) all.push(book(night, n));
    const environment = {
      DATABASE_URL: url,
      CONNECTION_URLS: JSON.stringify({ mews: mews.url, opera: opera.url }),
      STAYS_INTERVAL: '1h',
    };
    const api = await start('../dist/apps/api/src/main.js', { ...environment, PORT: String(PORT) });
    const worker = await start('../dist/apps/worker/src/main.js', environment);
    const call = caller(PORT, token);
    const locationID = (await call('GET', '/locations'))[0].locationID;
    await pause(3_000);

    /** Reads until it has been read to its end. @returns what that took */
    const read = async (begin, nights, reservations) => {
      const cpuBefore = [cpuOf(worker.pid), cpuOfPostgres(folder)];
      const asked = fake.requests.length;
      const memory = [];
      const began = performance.now();
      const { id, last } = await begin();
      let record;
      do {
        await pause(100);
        memory.push(megabytes(worker.pid));
        record = await call('GET', `/connections/${id}`);
      } while (record.lastSyncAt === last && performance.now() - began < 20 * MINUTE);
      const ms = performance.now() - began;
      const [first, second] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)];
      const isWell = record.stays === all.length && ms / nights < MINUTE;
      if (!isWell) failed += 1;
      return {
        seconds: Math.round(ms / 100) / 10,
        reservations,
        'calls to it': fake.requests.length - asked,
        'MB before': memory[0],
        'MB 1st half': Math.max(...first),
        'MB 2nd half': Math.max(...second),
        'CPU s': Math.round((cpuOf(worker.pid) - cpuBefore[0]) / 100) / 10,
        'PostgreSQL s': Math.round((cpuOfPostgres(folder) - cpuBefore[1]) / 100) / 10,
        well: isWell,
      };
    };

    let connectionID;
    const firstly = async () => {
      const given = { name, ...connection(locationID) };
      connectionID = (await call('POST', '/connections', given)).ID;
      return { id: connectionID, last: null };
    };
    table[`${name}, at first`] = await read(firstly, NIGHTS, all.length);
    for (let round = 1; round <= ROUNDS; round++) {
      const again = async () => {
        for (let n = 0; n < ARRIVALS; n++) move(all[(round * ARRIVALS + n) % all.length], n);
        const { lastSyncAt: last } = await call('GET', `/connections/${connectionID}`);
        await fetch(`http://127.0.0.1:${PORT}/api/v2/connections/${connectionID}/sync`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        });
        return { id: connectionID, last };
      };
      table[`${name}, changes ${round}`] = await read(again, 1, name === 'Mews' ? ARRIVALS : all.length);
    }
    await Promise.all([worker.end(), api.end()]);
  }
});
await Promise.all([mews.stop(), opera.stop()]);
console.log(`${NIGHTS} nights of ${ARRIVALS} arrivals; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`);
console.table(table);
if (failed > 0) process.exitCode = 1;
