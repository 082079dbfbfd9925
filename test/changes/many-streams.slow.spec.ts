import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Clock } from '#platform/kernel';
import { makeDemo } from '#service';
import { callsWith } from '../support/call.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { UMBRELLA } from '../support/records.js';

const STREAMS = 500;
const ITEMS = 20;
/** MB that the process holds at most, under its limit of 256 for what JavaScript keeps. */
const BOUND = 300;
const secretKey = Buffer.alloc(32, 7);

let database: TestDatabase;
let api: Program;
let url: string;
let token: string;
const closing = new AbortController();
beforeAll(async () => {
  database = await createDatabase();
  token = (await makeDemo({ databaseUrl: database.url, redisUrl: null, secretKey, clock: new Clock() }))!.apiToken;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  api = await Program.start('api', {
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT: '100000',
    SECRET_KEY: secretKey.toString('base64'),
  });
});
afterAll(async () => {
  closing.abort();
  await api?.stop();
  await database?.drop();
});

const megabytes = () => Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))![1]) / 1024);

/** An open stream, and the items that it told of so far. */
async function listen(): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const { body, status } = await fetch(`${url}/api/v2/changes/stream?subject=item`, { headers, signal: closing.signal });
  expect(status).toBe(200);
  const told: number[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) if (/^event: change$/m.test(block)) told.push(JSON.parse(/^data: (.*)$/m.exec(block)![1]!).ID);
    }
  };
  read().catch(() => undefined);
  return told;
}

// How much a process holds is read where Linux tells it.
it.skipIf(process.platform !== 'linux')(
  `${STREAMS} streams of one process are told of every change, within ${BOUND} MB`,
  async () => {
    const before = megabytes();
    const streams: number[][] = [];
    while (streams.length < STREAMS) streams.push(...(await Promise.all(Array.from({ length: 50 }, listen))));
    const opened = megabytes();
    const call = callsWith(url, token);
    const IDs: number[] = [];
    for (let count = 0; count < ITEMS; count++) {
      IDs.push((await call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' })).body.ID);
    }
    await vi.waitFor(() => expect(streams.filter((told) => told.length < ITEMS)).toEqual([]), { timeout: 50_000, interval: 200 });
    for (const told of streams) expect(told).toEqual(IDs);
    const told = megabytes();
    console.log(`${before} MB without streams, ${opened} MB with ${STREAMS}, ${told} MB after ${ITEMS} changes to each.`);
    expect(Math.max(opened, told)).toBeLessThan(BOUND);
  },
);
