// A quiet Group's calls beside each attack on the same API: 40 a second whatever the answers take, half reads and half registrations. Each
// attack (attacks.mjs) meets a fresh process and comes from a process of its own. It ends with 1 when the quiet Group's p99 is over 250 ms,
// one of its calls failed, or a process ended or held more than 450 MB.
// BENCH_SECONDS is how long each takes, BENCH_ITEMS how many items the attacker has, BENCH_ATTACKS the names of those to run, by semicolon.
import { fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ATTACKS } from './attacks.mjs';
import { cpuOf } from './cpu.mjs';
import { fill } from './many-items.mjs';
import { caller, onPostgres, SECRET } from './support.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ITEMS = Number(process.env.BENCH_ITEMS ?? 300_000);
const CHOSEN = process.env.BENCH_ATTACKS?.split(';') ?? ['none', ...Object.keys(ATTACKS)];
const RATE = 40;
const [MOST_MS, MOST_MB] = [250, 450];
const PORT = 4181;
/** Where providers are, for the attack that has one. */
const PROVIDERS_PORT = 4182;
const ANSWER_WITHIN = 20_000;

const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', shipping: {} };

/** Runs a command of the command line. @returns what it answers */
function admin(url, ...line) {
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY: SECRET.toString('base64') };
  const done = spawnSync(process.execPath, ['dist/apps/admin/src/main.js', ...line, '--json'], { env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr || done.stdout);
  return JSON.parse(done.stdout);
}

/** A Group with a Language, without a Location. @returns its API token */
function addGroup(url, code) {
  admin(url, 'group', 'create', '--code', code, '--name', code);
  admin(url, 'language', 'add', '--group', code, '--language', 'English', '--code', 'en', '--default');
  return admin(url, 'token', 'create', '--group', code).token;
}

async function addLocation(call) {
  const address = { address: 'Keizersgracht', addressNumber: '1', city: 'Amsterdam', countryID: 'NL', zipCode: '1015 CX' };
  const contactDetails = { contactPerson: 'A', contactEmail: 'desk@example.com', phoneNumber: '+31 20 123 4567' };
  const pickupDetails = { pickupLocation: 'Reception', pickupIntructions: 'Ring' };
  return (await call('POST', '/locations', { name: 'Hotel', address, contactDetails, pickupDetails })).locationID;
}

const residentMemory = (pid) => {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000);
  } catch {
    return null;
  }
};

/** Calls at the given rate for some seconds. @returns milliseconds of each call from when it was due, and what failed */
async function probe(token, locationID, ids) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const times = [];
  const failures = {};
  const send = async (due, n) => {
    const request = n % 2 ? { method: 'POST', body: JSON.stringify({ ...item, locationID }) } : {};
    const path = n % 2 ? 'items' : `items/${ids[n % ids.length]}`;
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN);
      const response = await fetch(`http://127.0.0.1:${PORT}/api/v2/${path}`, { headers, signal, ...request });
      await response.arrayBuffer();
      if (!response.ok) failures[response.status] = (failures[response.status] ?? 0) + 1;
    } catch (error) {
      const name = error.cause?.code ?? error.name;
      failures[name] = (failures[name] ?? 0) + 1;
    }
    times.push(performance.now() - due);
  };
  const began = performance.now();
  const calls = [];
  for (let n = 0; n < SECONDS * RATE; n++) {
    const due = began + (n * 1000) / RATE;
    await pause(Math.max(0, due - performance.now()));
    calls.push(send(due, n));
  }
  await Promise.all(calls);
  return { times: times.sort((one, other) => one - other), failures };
}

/** Begins an attack in a process of its own. @returns ends it and gives the answers it got, by status */
async function beginAttack(name, setting) {
  const child = fork(new URL('./attacks.mjs', import.meta.url), [name], { serialization: 'json' });
  const answers = new Promise((resolve) =>
    child.once('exit', () => resolve({})).on('message', ({ ended }) => ended && resolve(ended)),
  );
  const begun = new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error(`The attack "${name}" could not begin.`)));
  });
  child.send(setting);
  await begun;
  return async () => {
    child.send('end');
    const given = await answers;
    child.kill('SIGKILL');
    return given;
  };
}

await onPostgres(async ({ database, start }) => {
  const { url, token: attackerWithItems } = await database('neighbours');
  await fill(url, ITEMS);
  const [attacker, quiet] = [addGroup(url, 'attacker'), addGroup(url, 'quiet')];
  const providers = `http://127.0.0.1:${PROVIDERS_PORT}`;
  const environment = {
    DATABASE_URL: url,
    PORT: String(PORT),
    RATE_LIMIT: '6000',
    LOG_LEVEL: 'fatal',
    CONNECTION_URLS: JSON.stringify({ sendcloud: providers, mews: providers }),
  };
  const first = await start('../dist/apps/api/src/main.js', environment);
  const call = caller(PORT, quiet);
  const locationID = await addLocation(call);
  const attackersLocation = await addLocation(caller(PORT, attacker));
  const ids = [];
  for (let n = 0; n < 50; n++) ids.push((await call('POST', '/items', { ...item, locationID })).ID);
  await first.end();
  const vacuum = new pg.Client({ connectionString: url });
  await vacuum.connect();
  const table = {};
  let failed = 0;
  for (const name of CHOSEN) {
    await vacuum.query('checkpoint');
    const api = await start('../dist/apps/api/src/main.js', environment);
    const worker = await start('../dist/apps/worker/src/main.js', environment);
    for (let n = 0; n < 200; n++)
      await call(...(n % 2 ? ['POST', '/items', { ...item, locationID }] : ['GET', `/items/${ids[n % 50]}`]));
    const setting = {
      port: PORT,
      providersPort: PROVIDERS_PORT,
      url,
      attacker,
      attackerWithItems,
      locationID: attackersLocation,
    };
    const end = name === 'none' ? async () => ({}) : await beginAttack(name, setting);
    let [highest, ended] = [0, false];
    const watch = setInterval(() => {
      const sizes = [api, worker].map(({ pid }) => residentMemory(pid));
      ended ||= sizes.includes(null);
      highest = Math.max(highest, ...sizes);
    }, 100);
    const before = cpuOf(api.pid);
    const { times, failures } = await probe(quiet, locationID, ids);
    const cpu = (cpuOf(api.pid) - before) / (SECONDS * 10);
    clearInterval(watch);
    const answers = await end();
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
    const isHeld = at(0.99) <= MOST_MS && Object.keys(failures).length === 0 && !ended && highest <= MOST_MB;
    if (!isHeld) failed += 1;
    const row = { p50: at(0.5), p99: at(0.99), failed: JSON.stringify(failures), MB: ended ? 'ended' : highest };
    table[`${isHeld ? '✓' : '✗'} ${name}`] = { ...row, 'CPU %': Math.round(cpu), "attacker's answers": JSON.stringify(answers) };
    console.log(`${isHeld ? '✓' : '✗'} ${name}: ${JSON.stringify(row)}`);
    // One that was attacked may take its time to stop.
    for (const { pid } of [api, worker]) if (residentMemory(pid) !== null) process.kill(pid, 'SIGKILL');
    await Promise.all([api.end(), worker.end()]);
  }
  await vacuum.end();
  console.log(
    `Milliseconds of ${RATE} calls a second for ${SECONDS} s; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`,
  );
  console.table(table);
  console.log(`neighbours: ${CHOSEN.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
