import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Clock } from '#platform/kernel';
import { makeDemo } from '#service';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';

const CALLS = 40;
const secretKey = Buffer.alloc(32, 7);

let database: TestDatabase;
let api: Program;
let url: string;
let metrics: string;
let token: string;
let environment: Record<string, string>;
let output = '';

beforeAll(async () => {
  database = await createDatabase();
  token = (await makeDemo({ databaseUrl: database.url, redisUrl: null, secretKey, clock: new Clock() }))!.apiToken;
  const [port, metricsPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  environment = {
    API_PROCESSES: '2',
    API_METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    PORT: String(port),
    RATE_LIMIT: String(CALLS),
    SECRET_KEY: secretKey.toString('base64'),
  };
  api = await Program.start('api', environment, (text) => {
    output += text;
  });
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

/** The process IDs in the log lines with this text. */
const pidsOf = (text: string) => [
  ...new Set(
    [...output.matchAll(/^\{.*\}$/gm)]
      .map(([line]) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith(text))
      .map(({ pid }) => pid as number),
  ),
];

/** On a connection of its own, so that the processes take turns. */
const list = () => fetch(`${url}/api/v2/locations`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } });

it('several API processes answer behind one port, and count limits and metrics together', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < CALLS + 10; call++) statuses.push((await list()).status);
  expect(pidsOf('request completed')).toHaveLength(2);
  const allowed = statuses.filter((status) => status === 200).length;
  // A process takes a twentieth at once (ADR 27): what one has left, the other may miss.
  expect(allowed).toBeLessThanOrEqual(CALLS);
  expect(allowed).toBeGreaterThanOrEqual(CALLS - CALLS / 20);
  const page = await (await fetch(metrics)).text();
  expect(page).toContain(`request_duration_seconds_count{method="GET",route="/api/v2/locations",status="200"} ${allowed}\n`);
});

it('one that dies is started again, and the other answers meanwhile', async () => {
  const before = pidsOf('The API is listening');
  process.kill(before[0]!, 'SIGKILL');
  await vi.waitFor(() => expect(output).toContain('An API process ended (SIGKILL)'), 50_000);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  await vi.waitFor(() => expect(pidsOf('The API is listening')).toHaveLength(3), 60_000);
}, 120_000);

it('one that cannot start ends them all, and says why', async () => {
  const { API_METRICS_PORT: _, ...onTheSamePort } = environment;
  await expect(Program.start('api', onTheSamePort, () => undefined)).rejects.toThrow(
    /ended with 1 before it was ready.*EADDRINUSE.*An API process could not start/s,
  );
});
