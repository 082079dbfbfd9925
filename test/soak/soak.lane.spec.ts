import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Installation } from '../faults/support/installation.js';
import { due, settle, suspectHeld } from '../faults/support/oracle.js';
import { between, chance } from '../faults/support/seed.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import type { Program } from '../support/program.js';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 120);
/** Rows of the table that is printed. */
const SAMPLES = 12;
const TABLES = ['events', 'items', 'webhook_deliveries', 'webhook_attempts', 'messages'];

let database: TestDatabase;
let service: Installation;

beforeAll(async () => {
  database = await createDatabase();
  service = await Installation.on(database.url);
});
afterAll(async () => {
  await service?.end();
  await database?.drop();
});

it(
  `runs ${MINUTES} minutes while its processes are killed and its connections cut, and loses nothing`,
  async () => {
    const programs = { api: service.firstApi, worker: await service.worker() };
    // Processes that nobody kills show what time does to their memory.
    const port = await freePort();
    const steady = { api: await service.api({ PORT: String(port) }), worker: await service.worker() };
    const loads = [service.load(1), service.load(1, port)] as const;
    const acknowledged = () => loads.reduce((sum, load) => sum + load.acknowledged.size, 0);
    const samples: object[] = [];
    const began = performance.now();
    const minutes = () => (performance.now() - began) / 60_000;
    let faults = 0;
    while (minutes() < MINUTES) {
      const next = performance.now() + between(5_000, 25_000);
      while (performance.now() < next && minutes() < MINUTES) {
        if (minutes() >= (samples.length * MINUTES) / SAMPLES)
          samples.push(await sample(minutes(), steady, faults, acknowledged()));
        await pause(250);
      }
      await fault(programs);
      faults += 1;
      for (const load of loads) await load.grows(5, 60_000);
    }
    for (const load of loads) await load.stop();
    samples.push(await sample(minutes(), steady, faults, acknowledged()));
    console.table(samples);
    await settle(service, { acknowledged: new Set(loads.flatMap((load) => [...load.acknowledged])) });
    const [unanswered, hung] = [loads[0].unanswered + loads[1].unanswered, loads[0].hung + loads[1].hung];
    const ids = service.receiver.received.map(({ headers }) => headers['webhook-id']);
    console.log(
      `${acknowledged()} changes acknowledged, 0 lost; ${ids.length} webhooks received, ${ids.length - new Set(ids).size} of them twice; ` +
        `${unanswered} calls without success, ${hung} without an answer in 15 s.`,
    );
    expect(hung).toBe(0);
  },
  (MINUTES + 10) * 60_000,
);

/** One process is killed and started again, or every connection to the database is cut. */
async function fault(programs: { api: Program; worker: Program }): Promise<void> {
  await suspectHeld(service);
  const drawn = chance();
  if (drawn < 0.3) {
    await programs.api.kill();
    programs.api = await service.api();
  } else if (drawn < 0.6) {
    await programs.worker.kill();
    await suspectHeld(service);
    programs.worker = await service.worker();
  } else {
    // Not autovacuum's, which belong to another role.
    await service.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
  }
  await suspectHeld(service);
}

async function sample(minute: number, programs: { api: Program; worker: Program }, faults: number, acknowledged: number) {
  const [[waiting], [connections], sizes] = [
    await service.rows<{ seconds: number }>(
      'select coalesce(extract(epoch from now() - min(claimable_at)), 0)::float8 as seconds ' +
        'from webhook_deliveries where claimable_at < now()',
    ),
    await service.rows<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database()',
    ),
    await service.rows<{ name: string; mb: number }>(
      `select name, round(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(name::regclass)),
         pg_total_relation_size(name::regclass)) / 1e6, 1)::float8 as mb
       from unnest(array['${TABLES.join("','")}']) name`,
    ),
  ];
  return {
    minute: Number(minute.toFixed(1)),
    faults,
    acknowledged,
    'API MB': residentMegabytes(programs.api),
    'worker MB': residentMegabytes(programs.worker),
    connections: connections!.count,
    due: await due(service, 'itemStatus'),
    'oldest due s': Number(waiting!.seconds.toFixed(1)),
    ...Object.fromEntries(sizes.map(({ name, mb }) => [`${name} MB`, mb])),
  };
}

function residentMegabytes({ pid }: Program): number {
  return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);
}
