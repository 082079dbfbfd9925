import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { numbersOf, requireCell } from '#contexts/groups';
import type { Configuration } from '#platform/configuration';
import { Unavailable, whyUnreachable } from '#platform/kernel';
import { CALLS, openClient } from '#platform/postgres';
import { Wakeups } from '#platform/queue';
import { releaseName } from '#platform/runtime';
import { compareKeys } from '#platform/secrets';
import type { Storage } from '#platform/storage';
import {
  concernsIn,
  EXTENSIONS,
  knownOf,
  migrationsOf,
  partsIn,
  partsOf,
  roomIn,
  serviceOptions,
  UNICODE,
  waysOut,
} from '#service';
import { keyringOf, onContexts } from './database.js';

/** The result of one check. */
export interface Finding {
  check: string;
  ok: boolean;
  text: string;
  /** It is not set up, and the text says what follows from that. */
  off?: true;
}

type Check = [string, () => Promise<string>];

/** The majors that CI runs the specs on. */
const [OLDEST, NEWEST] = [15, 18];
/** Milliseconds that clocks may be apart: tokens and leases are judged by both. */
const CLOCKS_APART = 2_000;

/**
 * Looks at what the service needs and at what leads out of the machine, from here.
 * @param servedUrl DATABASE_URL, where `databaseUrl` is the database without a pooler
 */
export async function examine(configuration: Configuration & { databaseUrl: string }, servedUrl: string): Promise<Finding[]> {
  const { databaseUrl, redisUrl, dataDir } = configuration;
  const { readUrl } = configuration.database;
  const keyring = keyringOf(configuration);
  const checks: Check[] = [
    ['release', async () => `${releaseName()} on Node ${process.versions.node}`],
    ['database', () => on(databaseUrl, databaseOf)],
    ['extensions', () => on(databaseUrl, extensionsOf)],
    ['migrations', () => on(databaseUrl, migrationsIn)],
    ['cell', () => on(databaseUrl, (client) => cellIn(client, configuration.cell))],
    ['settings', () => on(servedUrl, settingsOf)],
    ['clock', () => on(databaseUrl, clockOf)],
    ['key', () => compareKeys(databaseUrl, keyring).then(() => 'SECRET_KEY is the one of this database')],
    ...(readUrl === undefined ? [] : [['replica', () => on(readUrl, replicaOf)] as Check]),
    ['queue', () => queueAt({ databaseUrl, redisUrl })],
    ['storage', () => storedIn(serviceOptions(configuration).storage!)],
    ['disk', () => roomIn(dataDir)],
  ];
  const ways = waysOut(configuration);
  const [found, fixed, known] = await Promise.all([
    Promise.all(checks.map(tried)),
    Promise.all(
      partsOf(configuration).map(({ part, isOn, text }) =>
        isOn ? tried([part, ways[part] ?? (async () => text)]) : { check: part, ok: true, off: true as const, text },
      ),
    ),
    knownIn(configuration),
  ]);
  return [...found, ...fixed, ...known];
}

async function tried([check, work]: Check): Promise<Finding> {
  try {
    return { check, ok: true, text: await work() };
  } catch (error) {
    // Callers are told that something is away, operators why.
    return { check, ok: false, text: whyUnreachable((error instanceof Unavailable && error.cause) || error) };
  }
}

/** Backups, retention, endpoints and the key's age; nothing where the database can't say, which has findings of its own then. */
async function knownIn(configuration: Configuration): Promise<Finding[]> {
  const known = await onContexts(configuration, knownOf).catch(() => null);
  if (known === null) return [];
  const parts = partsIn(known).map(({ part, isOn, text }) => ({
    check: part,
    ok: true,
    ...(!isOn && { off: true as const }),
    text,
  }));
  return [...parts, ...concernsIn(known).map(({ check, isWell, text }) => ({ check, ok: isWell, text }))];
}

async function on(url: string, work: (client: pg.Client) => Promise<string>): Promise<string> {
  const client = await openClient(url, { limits: CALLS });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Its version and encoding, and whether it can be written. */
async function databaseOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Record<'version' | 'encoding' | 'refuses', string>>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only') as refuses`,
  );
  const { version, encoding, refuses } = rows[0]!;
  const major = Number.parseInt(version, 10);
  if (major < OLDEST) throw new Error(`PostgreSQL ${version} is too old: ${OLDEST} or later is needed.`);
  if (encoding !== UNICODE) throw new Error(`The database is in ${encoding}, and has to be in UTF-8.`);
  if (refuses === 'on') throw new Error('It is read-only: a standby, or default_transaction_read_only is on.');
  return `PostgreSQL ${version}${major > NEWEST ? `; tested up to ${NEWEST}` : ''}`;
}

async function extensionsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ extname: string }>('select extname from pg_extension');
  const missing = EXTENSIONS.filter((name) => !rows.some(({ extname }) => extname === name));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing: "migrate" creates them, if PostgreSQL has them.`);
  return EXTENSIONS.join(', ');
}

async function migrationsIn(client: pg.Client): Promise<string> {
  const { pending, unknown } = await migrationsOf(async (text) => (await client.query(text)).rows);
  if (unknown.length > 0) throw new Error(`A later release migrated this database: ${unknown.join(', ')}. Upgrade this one.`);
  if (pending.length > 0) throw new Error(`${pending.length} are pending, from ${pending[0]} on: run "migrate".`);
  return 'none is pending, none unknown';
}

async function cellIn(client: pg.Client, cell: number): Promise<string> {
  const query = async (text: string) => (await client.query(text)).rows;
  await requireCell(query, cell);
  const numbers = await numbersOf(query);
  return `CELL is ${cell}: ${numbers === null ? 'no numbers yet' : `Groups are numbered from ${numbers.least} to ${numbers.most}`}`;
}

/** Settings of the service's sessions, also where a pooler drops startup parameters. */
async function settingsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('jit', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  const wrong = rows
    .filter(({ setting }) => setting === 'on' || setting === '0')
    .map(({ name, setting }) => `${name} = ${setting}`);
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')}: set them for the role (docs/operations.md, Poolers).`);
  return rows.map(({ name, setting }) => `${name} = ${setting}`).join(', ');
}

async function clockOf(client: pg.Client): Promise<string> {
  const asked = Date.now();
  const { rows } = await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
  const apart = Number(rows[0]!.now) - (asked + Date.now()) / 2;
  const text = `${(Math.abs(apart) / 1000).toFixed(1)} s ${apart < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (Math.abs(apart) > CLOCKS_APART) throw new Error(`PostgreSQL's clock is ${text}: let both follow NTP.`);
  return `PostgreSQL's is ${text}`;
}

async function replicaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ standby: boolean; feedback: string }>(
    `select pg_is_in_recovery() as standby, current_setting('hot_standby_feedback') as feedback`,
  );
  const { standby, feedback } = rows[0]!;
  if (!standby) throw new Error('DATABASE_READ_URL leads to a server that is no standby.');
  if (feedback !== 'on') throw new Error('hot_standby_feedback is off: the primary may cancel long listings of the standby.');
  return 'a standby, hot_standby_feedback = on';
}

async function queueAt(place: { databaseUrl: string; redisUrl: string | null }): Promise<string> {
  const wakeups = new Wakeups(place);
  try {
    await wakeups.check();
    return place.redisUrl === null ? 'on PostgreSQL' : 'on Redis';
  } finally {
    await wakeups.close();
  }
}

/** Images and the journal of erasures: written, listed, read and deleted. */
async function storedIn(storage: Storage): Promise<string> {
  const [key, written] = [`doctor-${randomUUID()}`, Buffer.from('check')];
  await storage.put(key, written, 'text/plain');
  try {
    for await (const _ of storage.keys()) break;
    const file = await storage.get(key);
    if (!file || !written.equals(await buffer(file.stream))) throw new Error('A file that was stored is not read as it was.');
  } finally {
    await storage.delete(key);
  }
  return 'images and the journal of erasures can be written, listed, read and deleted';
}
