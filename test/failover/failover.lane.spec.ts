import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BULK, openClient } from '#platform/postgres';
import { migrate } from '#service';
import { Installation } from '../faults/support/installation.js';
import { settle, suspectHeld } from '../faults/support/oracle.js';
import { between } from '../faults/support/seed.js';
import { Cluster } from './cluster.js';
import { SUPERUSER } from './patroni.js';

/** The lease of the primary in etcd runs out after 20 seconds; then the standby is promoted. */
const FAILED_OVER_WITHIN = 90_000;

let cluster: Cluster;
let service: Installation | undefined;

beforeAll(async () => {
  cluster = await Cluster.start();
});
afterEach(() => service?.end());
afterAll(() => cluster?.end());

/** A database with an owner that is no superuser. @returns who it is, as in a URL */
async function createDatabase(name: string): Promise<string> {
  const client = await openClient(cluster.addressOf(SUPERUSER, 'postgres'), { limits: BULK });
  await client.query(`create role ${name} login password 'owner'`);
  await client.query(`create database ${name} owner ${name}`);
  await client.end();
  return `${name}:owner`;
}

it.each([
  ['several hosts in DATABASE_URL', 'hosts', () => cluster.addressOf.bind(cluster)],
  ['HAProxy', 'haproxy', () => cluster.proxyAddressOf.bind(cluster)],
])('a primary killed under load, behind %s, takes nothing acknowledged with it', async (way, name, address) => {
  const url = address()(await createDatabase(name), name);
  await migrate(url);
  service = await Installation.on(url);
  await service.worker();
  const load = service.load(8);
  await load.grows(between(200, 400), 120_000);
  let over = false;
  const watching = (async () => {
    for (; !over; await pause(200)) await suspectHeld(service!).catch(() => undefined);
  })();

  const before = load.acknowledged.size;
  const killed = performance.now();
  const seconds = () => ((performance.now() - killed) / 1000).toFixed(1);
  const lost = await cluster.killPrimary();
  const promoted = cluster.untilPromoted(lost).then(seconds);
  await load.grows(20, FAILED_OVER_WITHIN);
  const [writing, promotion] = [seconds(), await promoted];
  await load.grows(100, 60_000);
  await load.stop();
  over = true;
  await watching;
  await settle(service, load);

  const ids = service.receiver.received.map(({ headers }) => headers['webhook-id']);
  console.table({
    by: way,
    'acknowledged before': before,
    'acknowledged in all': load.acknowledged.size,
    lost: 0,
    'calls without success': load.unanswered,
    'without an answer in 15 s': load.hung,
    'webhooks received twice': ids.length - new Set(ids).size,
    'promoted after s': promotion,
    '20 changes acknowledged after s': writing,
  });
  expect(load.hung).toBe(0);
  await cluster.revive(lost);
});
