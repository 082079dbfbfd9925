// Attacks of one caller that make all others wait: each is begun in a process of its own by neighbours.mjs, and ends when it says so.
import { hash, randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const NESTED = `[${'[],'.repeat(349_000)}[]]`;
const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', shipping: {} };
const longText = () => randomUUID().slice(0, 1) + '鍵'.repeat(1_999);

let over = false;
let setting;
const answers = {};
const note = (answer) => {
  answers[answer] = (answers[answer] ?? 0) + 1;
};
const agent = new Agent({ keepAlive: true });

/** Sends a call and reads its answer to the end. */
function send(method, path, { token, body, headers = {}, agent: by = agent } = {}) {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const given = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(text && { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve) => {
    const failed = (error) => resolve(note(error.code ?? error.name));
    const call = request(
      { port: setting.port, host: '127.0.0.1', method, path: `/api/v2${path}`, agent: by, headers: given },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', failed);
        response.on('end', () => {
          note(response.statusCode);
          resolve(Buffer.concat(chunks).toString());
        });
      },
    );
    call.on('error', failed).end(text);
  });
}

/**
 * Begins this number of callers, each calling again when it was answered. A refused one waits a moment, as its own CPU is the measured
 * one's too.
 */
function loops(count, call) {
  for (let n = 0; n < count; n++) {
    void (async () => {
      for (let round = 0; !over; round++) {
        const began = performance.now();
        await call(n, round);
        if (performance.now() - began < 20) await pause(20);
      }
    })();
  }
}

const register = async (fields = {}) =>
  JSON.parse(
    await send('POST', '/items', { token: setting.attacker, body: { ...item, locationID: setting.locationID, ...fields } }),
  ).ID;
const change = (id, body) => send('PUT', `/items/${id}`, { token: setting.attacker, body });

/** Each begins by itself and goes on until `over`. */
export const ATTACKS = {
  'large pages': () => loops(24, () => send('GET', '/items?limit=1000', { token: setting.attackerWithItems })),
  'deep pages': () => loops(4, () => send('GET', '/items?limit=1000&page=300', { token: setting.attackerWithItems })),
  'a long record': async () => {
    const id = await register();
    const extend = () => change(id, { internalNotes: longText(), itemStorage: longText() });
    for (let n = 0; n < 400; n++) await extend();
    loops(32, extend);
  },
  'locked rows': async () => {
    const ids = [await register(), await register()];
    const client = new pg.Client({ connectionString: setting.url });
    await client.connect();
    await client.query('begin');
    await client.query(
      `update items set version = version where id = any($1) and group_id = (select id from groups where code = 'attacker')`,
      [ids],
    );
    loops(8, (n, round) => change(ids[n % 2], { internalNotes: `${round}` }));
    while (!over) await pause(50);
    await client.end();
  },
  'duplicates beside keyed batches': async () => {
    let round = 0;
    const of = (batch, n) => ({ ...item, locationID: setting.locationID, externalID: `${batch}-${n}` });
    loops(8, (n) => {
      round += 1;
      const body = { items: Array.from({ length: 100 }, (_, place) => of(`batch-${n}-${round}`, place)) };
      return send('POST', '/items/batch', { token: setting.attacker, body, headers: { 'idempotency-key': randomUUID() } });
    });
    loops(4, (n) => send('POST', '/items', { token: setting.attacker, body: of(`batch-${n}-${round}`, 0) }));
  },
  'refused and crossing commands': async () => {
    const ids = [await register({ externalID: 'used' }), await register()];
    loops(8, () =>
      send('POST', '/items', { token: setting.attacker, body: { ...item, locationID: setting.locationID, externalID: 'used' } }),
    );
    loops(8, (n, round) => change(ids[(n + round) % 2], { internalNotes: `${n} ${round}` }));
  },
  'batches that hold locks': async () => {
    // Each key is in two batches, in two orders: they wait for each other, and for those without a key.
    const of = (key) => ({ ...item, locationID: setting.locationID, externalID: key });
    loops(24, (n, round) => {
      const keys = Array.from({ length: 100 }, (_, place) => `crossing-${round}-${(place + (n % 12) * 50) % 600}`);
      const items = (n % 2 ? keys.reverse() : keys).map(of);
      const headers = n % 3 ? { 'idempotency-key': randomUUID() } : {};
      return send('POST', '/items/batch', { token: setting.attacker, body: { items }, headers });
    });
  },
  'nested bodies on one connection': () => {
    const one = new Agent({ keepAlive: true, maxSockets: 1 });
    const bodies = [
      '['.repeat(19_900) + ']'.repeat(19_900),
      `{"items":[${'[],'.repeat(39_000)}[]]}`,
      `${'{"a":'.repeat(9_900)}1${'}'.repeat(9_900)}`,
    ];
    loops(1, async (_, round) => {
      await send('POST', '/items/batch', { token: setting.attacker, body: bodies[round % 3], agent: one });
      await pause(333);
    });
  },
  'nested bodies, no token': () => loops(30, () => send('POST', '/items', { body: NESTED })),
  'nested bodies at a public route': () => loops(30, () => send('POST', '/auth/login', { body: NESTED })),
  'nested bodies, with a token': () => loops(30, () => send('POST', '/items/batch', { token: setting.attacker, body: NESTED })),
  'half-sent bodies': async () => {
    const body = Buffer.alloc(2 ** 20 - 1, 'x');
    for (let n = 0; n < 1_000; n++) {
      const token = n % 2 ? `Authorization: Bearer ${setting.attacker}\r\n` : '';
      const socket = connect(setting.port, '127.0.0.1').on('error', (error) => note(error.code));
      socket.once('data', (data) => note(data.subarray(9, 12).toString()));
      socket.write(
        `POST /api/v2/items/batch HTTP/1.1\r\nHost: x\r\n${token}Content-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`,
      );
      socket.write(body);
      if (n % 50 === 0) await pause(10);
    }
  },
  'dripping headers': () => {
    for (let n = 0; n < 1_500; n++) {
      const socket = connect(setting.port, '127.0.0.1').on('error', (error) => note(error.code));
      socket.write('GET /api/v2/items HTTP/1.1\r\n');
      const drip = setInterval(() => socket.write('X-Header: x\r\n'), 3_000);
      socket.once('close', () => clearInterval(drip));
    }
  },
  'a silent provider': async () => {
    // Takes calls for Sendcloud and Mews, and never answers.
    createServer(() => undefined).listen(setting.providersPort, '127.0.0.1');
    const by = (method, path, body) => send(method, path, { token: setting.attacker, body });
    const { locationID } = setting;
    const sendcloud = { provider: 'sendcloud', name: 'Carrier', settings: { publicKey: 'public', secretKey: 'secret' } };
    const { ID: carrierID } = JSON.parse(await by('POST', '/connections', sendcloud));
    const tokens = { clientToken: 'client-token', accessToken: 'access-token', services: { service: locationID } };
    await by('POST', '/connections', { provider: 'mews', name: 'Stays', settings: tokens });
    await by('PUT', `/locations/${locationID}/shipping`, { paidBy: 'location', currency: 'EUR', rates: [], carrierID });
    const address = { recipient: 'A', address: 'Rue 2', city: 'Paris', zipCode: '75001', countryID: 'FR' };
    const id = await register({ owner: { firstName: 'A', lastName: 'B', contactEmail: 'a@example.com', address } });
    await by('PUT', `/items/${id}/response`, { response: 'ship' });
    loops(20, () => by('POST', `/items/${id}/shipment/offers`, {}));
  },
  'streams with a cursor ahead': async () => {
    const { next } = JSON.parse(await send('GET', '/changes?after=now', { token: setting.attacker }));
    const stream = (cursor) =>
      request({
        ...{ port: setting.port, host: '127.0.0.1', path: '/api/v2/changes/stream' },
        headers: { authorization: `Bearer ${setting.attacker}`, 'last-event-id': cursor },
      })
        .on('response', (response) => {
          note(response.statusCode);
          response.resume();
        })
        .on('error', (error) => note(error.code))
        .end();
    for (let group = 1; group < 20; group++) stream(forged(group));
    await pause(500);
    for (let n = 0; n < 300; n++) stream(next);
  },
};

/** A cursor of the year 2100, as the releases up to 0.1.0 checked it: by a hash without a key. */
function forged(group) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(2n ** 53n - 1n);
  const check = hash('sha256', `changes ${group} ${2 ** 53 - 1}`, 'buffer').subarray(0, 4);
  return Buffer.concat([number, check]).toString('base64url');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async (given) => {
    setting = given;
    process.once('message', () => {
      over = true;
      process.send({ ended: answers });
    });
    // An attack that waits for itself to be over has begun, too.
    void ATTACKS[process.argv[2]]();
    await pause(process.argv[2] === 'a long record' ? 20_000 : 1_500);
    process.send({ begun: true });
  });
}
