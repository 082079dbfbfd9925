import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '#platform/kernel';
import { releaseName } from '#platform/runtime';
import { makeDemo } from '#service';
import { callsWith } from '../support/call.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';

const secretKey = Buffer.alloc(32, 7);

let database: TestDatabase;
let api: Program;
let url: string;
let token: string;

beforeAll(async () => {
  database = await createDatabase();
  token = (await makeDemo({ databaseUrl: database.url, redisUrl: null, secretKey, clock: new Clock() }))!.apiToken;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET_KEY: secretKey.toString('base64'),
  };
  api = await Program.start('api', environment);
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

it('the API as it is built describes itself as its source does, and says what it was built from as its health does', async () => {
  const described = await (await fetch(`${url}/openapi.json`)).json();
  const { info, ...document } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const release = JSON.parse(readFileSync('dist/release.json', 'utf8'));
  expect(release.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(described).toEqual({ ...document, info: { ...info, 'x-release': releaseName(release) } });
  expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok', ...release });
});

it('it reads requests whose classes are made of others, which a second copy of a package would not know', async () => {
  const call = callsWith(url, token);
  expect((await call('GET', '/items/export?status=waiting-response&category=electronic_secondary&format=ndjson')).status).toBe(
    200,
  );
  for (const query of ['status=lost', 'limit=5', 'createdFrom=yesterday']) {
    const { status, body } = await call('GET', `/items/export?${query}`);
    expect([query, status, body.errors[0].field]).toEqual([query, 400, query.split('=')[0]]);
  }
});
