import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '#platform/process';
import { keyID } from '#platform/secrets';
import { callsWith } from '../support/call.js';
import { connected } from '../support/database.js';
import { Program, runToEnd } from '../support/program.js';
import { UMBRELLA } from '../support/records.js';
import { tablesSealedWith } from '../support/sealed.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
/** Some are sealed again in one transaction; what the killed process had sent to PostgreSQL may still be done. */
const [ITEMS, HELD] = [450, 250];

let service: TestService;
const items: number[] = [];

beforeAll(async () => {
  service = await startService({ secretKey: OLD });
  const place = await service.location();
  while (items.length < ITEMS) {
    const made = Array.from({ length: 10 }, () => service.item(place, { owner: { firstName: 'Aurelia' } }));
    items.push(...(await Promise.all(made)).map(({ ID }) => ID));
  }
  await service.call('POST', '/webhooks/endpoints', { url: 'http://ann:pa55@127.0.0.1:9/', events: ['item.created'] });
  await service.app.close();
});
afterAll(() => service?.stop());

const query = (text: string, values: unknown[] = []) =>
  connected(service.options.databaseUrl, async (client) => (await client.query(text, values)).rows);
const keyStates = () => query('select id, state from service_keys order by state');
const environment = (key: Buffer, previous?: Buffer) => ({
  DATABASE_URL: service.options.databaseUrl,
  SECRET_KEY: key.toString('base64'),
  ...(previous && { SECRET_KEY_PREVIOUS: previous.toString('base64') }),
});

/** An API that reads items, one after the other, until it is stopped. */
async function reader(keys: { secretKey: Buffer; previousKey?: Buffer }) {
  const { app, url } = await serveApi({ ...service.options, ...keys }, createLog('silent'));
  const call = callsWith(url, service.token);
  const unreadable: unknown[] = [];
  let [read, ended] = [0, false];
  const reading = (async () => {
    for (; !ended; read++) {
      const { status, body } = await call('GET', `/items/${items[read % ITEMS]}/history`);
      if (status !== 200 || !JSON.stringify(body).includes('Aurelia')) unreadable.push([status, body]);
    }
  })();
  return {
    call,
    unreadable,
    async stop(): Promise<number> {
      ended = true;
      await reading;
      await app.close();
      return read;
    },
  };
}

it('a change of the key that is killed in the middle goes on when it is run again, with everything readable all the time', async () => {
  const both = { secretKey: NEW, previousKey: OLD };
  const readers = [await reader(both), await reader(both)];
  // A record that somebody holds keeps it from getting beyond the middle of a table.
  const holder = new pg.Client({ connectionString: service.options.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select from subject_keys where stream_type = 'item' and stream_id = ${items[HELD]} for update`);
  let output = '';
  const rotation = Program.begin('admin', environment(NEW, OLD), ['secret', 'rotate'], (text) => {
    output += text;
  });
  const inNew = () => query('select from subject_keys where substr(sealed_key, 1, $1) = $2', [keyID(NEW).length, keyID(NEW)]);
  await vi.waitFor(async () => expect((await inNew()).length, output).toBeGreaterThanOrEqual(200), {
    timeout: 120_000,
    interval: 100,
  });
  await rotation.kill();
  await holder.query('rollback');
  await holder.end();

  expect(await keyStates()).toEqual([
    { id: keyID(OLD), state: 'leaving' },
    { id: keyID(NEW), state: 'sealing' },
  ]);
  expect((await inNew()).length).toBeLessThan(ITEMS);
  expect(await tablesSealedWith(service, OLD)).toEqual(expect.arrayContaining(['subject_keys', 'webhook_event_endpoints']));
  // Between the two runs processes can be started, with both keys only, and write.
  for (const key of [OLD, NEW]) {
    const { code, output: refusal } = await runToEnd('api', environment(key), []);
    expect([code, refusal]).toEqual([1, expect.stringContaining('The key of this database is being changed')]);
  }
  const third = await reader(both);
  const between = await third.call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1', owner: { firstName: 'Aurelia' } });
  expect(between.status).toBe(201);
  items.push(between.body.ID);

  const resumed = await runToEnd('admin', environment(NEW, OLD), ['secret', 'rotate']);
  expect(resumed.code, resumed.output).toBe(0);
  for (const { stop, unreadable } of [...readers, third]) {
    expect(await stop()).toBeGreaterThan(10);
    expect(unreadable).toEqual([]);
  }
  // What the old key proves itself with is all that is left of it.
  expect(await tablesSealedWith(service, OLD)).toEqual(['service_keys']);
  const alone = await serveApi({ ...service.options, secretKey: NEW });
  const call = callsWith(alone.url, service.token);
  for (const item of items) expect(JSON.stringify((await call('GET', `/items/${item}/history`)).body)).toContain('Aurelia');
  await alone.app.close();
}, 400_000);
