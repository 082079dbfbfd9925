import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const PASSWORD = 'planted-password-8213';
const ENDPOINT_PASSWORD = 'planted-password-of-endpoint';
const GUEST = 'Plantedname';

let service: TestService;
let program: Program | undefined;
let url: string;
let log = '';
const answers: string[] = [];
const secrets: Record<string, string> = {};

async function call(method: string, path: string, body: object | string | undefined, token = service.token): Promise<unknown> {
  const response = await fetch(`${url}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : body && JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status >= 400) answers.push(text);
  return text === '' ? null : JSON.parse(text);
}

/** Signs in, registers, changes and fails in every way that could tell a secret to the log of a process at its most talkative. */
beforeAll(async () => {
  service = await startService();
  url = await startProcess(service);
  const locationID = await service.location();
  await call('POST', '/users', { username: 'ann', password: PASSWORD, userRole: 'property_admin', locationID });
  const tokens = (await call('POST', '/auth/login', { username: 'ann', password: PASSWORD })) as Record<string, string>;
  const { secret } = (await call('POST', '/webhooks/config/rotate-secret', undefined)) as Record<string, string>;
  const endpoint = (await call('POST', '/webhooks/endpoints', {
    url: `https://ann:${ENDPOINT_PASSWORD}@hooks.example.com/`,
    events: ['item.created'],
  })) as Record<string, string>;
  Object.assign(secrets, {
    'the password': PASSWORD,
    'the API token': service.token,
    'the access token': tokens.accessToken,
    'the refresh token': tokens.refreshToken,
    'the webhook secret': secret,
    'the secret of an endpoint': endpoint.secret,
    'the password of an endpoint': ENDPOINT_PASSWORD,
  });
  await call('POST', '/auth/login', { username: 'ann', password: `${PASSWORD}-mistyped` });
  await call('POST', '/auth/login', `{"username":"ann","password":"${PASSWORD}"`);
  await call('POST', '/users', { username: 'ann', password: PASSWORD, userRole: 'no role', locationID });
  await call('POST', '/users', { username: 'ann', password: PASSWORD, userRole: 'property_admin', locationID });
  await call('GET', '/items', undefined, `${service.token}x`);
  await call('GET', '/items', undefined, tokens.refreshToken);
  await call('POST', '/auth/refresh', { refreshToken: `${tokens.refreshToken}x` });
  const lost = { ...UMBRELLA, locationID };
  const owner = { firstName: GUEST, lastName: GUEST, contactEmail: `${GUEST}@example.com` };
  await call('POST', '/items', { ...lost, owner });
  await call('POST', '/items', { ...lost, owner: { ...owner, unknown: GUEST } });
  await call('POST', `/locations/${locationID}/requests`, { request: 'Hat', owner: { name: GUEST } });
  await call('GET', `/items?q=${GUEST}`, undefined);
});

afterAll(async () => {
  await program?.kill();
  await service?.stop();
});

/** The API as it is run, logging all it can. */
async function startProcess({ options: { databaseUrl, secretKey } }: TestService): Promise<string> {
  const port = await freePort();
  const settings = { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'trace', SECRET_KEY: secretKey.toString('base64') };
  program = await Program.start('api', { DATABASE_URL: databaseUrl, ...settings }, (text) => {
    log += text;
  });
  return `http://127.0.0.1:${port}`;
}

/** The tables of which a row contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: service.options.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`, [text]);
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  } finally {
    await client.end();
  }
}

describe('secrets', () => {
  it('are used in this story, and the log tells of it', () => {
    expect(Object.values(secrets).filter((secret) => secret.length > 15)).toHaveLength(7);
    expect(answers.length).toBeGreaterThanOrEqual(7);
    expect(log).toContain('/api/v2/auth/login');
  });

  it('stand in no log, in no problem document and nowhere in the database', async () => {
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, log.includes(secret)]).toEqual([name, false]);
      expect([name, answers.filter((answer) => answer.includes(secret))]).toEqual([name, []]);
      expect([name, await tablesWith(secret)]).toEqual([name, []]);
    }
  });

  it('what the log says of a call and a failure is described, and nothing else is written', () => {
    const rows = [
      .../^## The log\n(.*?)^## /ms
        .exec(readFileSync('docs/operations.md', 'utf8'))![1]!
        .matchAll(/^\| (`.*?) \| .*? \| (.*) \|$/gm),
    ];
    const described = new Map(
      rows.flatMap(([, names, text]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, text!])),
    );
    expect(described.size).toBeGreaterThan(15);
    const lines: Record<string, unknown>[] = log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const isOf = (name: string, part: string) => (described.get(name) ?? '').includes(`\`${part}\``);
    for (const line of lines) {
      for (const [name, value] of Object.entries(line)) {
        expect([...described.keys()]).toContain(name);
        const parts = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
        for (const part of parts) expect([name, part, isOf(name, part)]).toEqual([name, part, true]);
      }
    }
    expect([...new Set(lines.flatMap((line) => Object.keys(line)))]).toEqual(
      expect.arrayContaining([
        'level',
        'time',
        'pid',
        'hostname',
        'msg',
        'context',
        'requestID',
        'req',
        'res',
        'responseTime',
        'version',
      ]),
    );
  });

  it('personal data stands in read models only, never in logs, problem documents or history', async () => {
    expect(log).not.toContain(GUEST);
    expect(answers.join()).not.toContain(GUEST);
    expect(await tablesWith(GUEST)).toEqual(['public.items', 'public.requests']);
  });
});
