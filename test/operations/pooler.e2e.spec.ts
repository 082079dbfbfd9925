import type { INestApplicationContext } from '@nestjs/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Wakeups } from '#platform/queue';
import { migrate, registerChecks } from '#service';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { PGBOUNCER_INSTALLED, PgBouncer } from '../support/pgbouncer.js';
import { Receiver } from '../support/receiver.js';
import { UMBRELLA } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

describe.skipIf(!PGBOUNCER_INSTALLED)('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let service: TestService;
  let worker: INestApplicationContext;
  let receiver: Receiver;

  beforeAll(async () => {
    database = await createDatabase();
    // The settings of roles belong to a database, and are not copied with it.
    await migrate(database.url);
    pooler = await PgBouncer.start(database.url);
    service = await startService({ databaseUrl: pooler.url, directDatabaseUrl: database.url });
    worker = await startWorker(service.options);
    receiver = await Receiver.open();
  });
  afterAll(async () => {
    await worker?.close();
    await service?.stop();
    await receiver?.close();
    await pooler?.stop();
    await database?.drop();
  });

  it('the service has fewer sessions than connections, in UTC and without JIT', async () => {
    const pids = await Promise.all(
      Array.from({ length: 20 }, () => service.sql(`select pg_backend_pid() as pid, pg_sleep(0.05)`)),
    );
    expect(new Set(pids.map(([{ pid }]) => pid)).size).toBeLessThanOrEqual(4);
    expect(await service.sql('show timezone')).toEqual([{ TimeZone: 'UTC' }]);
    expect(await service.sql('show jit')).toEqual([{ jit: 'off' }]);
  });

  it('calls of every kind succeed, many at once, with and without an Idempotency-Key, and are delivered', async () => {
    const configuration = { webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } };
    expect((await service.call('PUT', '/webhooks/config', configuration)).status).toBe(200);
    const locationID = await service.location();
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => service.item(locationID, { item: `Umbrella ${index}` })),
    );
    const keyed = (path: string, body: object, index: number) =>
      service.call('POST', path, body, { 'idempotency-key': `${path} ${index}` });
    const calls = made.flatMap(({ ID }, index) => [
      service.call('GET', `/items/${ID}`),
      service.call('GET', '/items?count=true&q=umbrella'),
      service.call('PUT', `/items/${ID}/status`, { status: 'finished' }),
      // The first shares a transaction with others, the second has its own.
      keyed('/items', { ...UMBRELLA, locationID }, index),
      keyed('/items/batch', { items: [{ ...UMBRELLA, locationID }] }, index),
    ]);
    const statuses = made.flatMap(() => [200, 200, 200, 201, 200]);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(statuses);
    const again = await Promise.all(made.map((_, index) => keyed('/items', { ...UMBRELLA, locationID }, index)));
    expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(made.map(() => 'true'));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(160), { timeout: 50_000, interval: 100 });
  });

  it('without DATABASE_DIRECT_URL the queue says what to set, once, and the API serves without it', async () => {
    const said: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
    const { app, url } = await serveApi({ ...service.options, directDatabaseUrl: pooler.url }, log as never);
    registerChecks(app, 'api');
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'degraded', checks: { queue: 'degraded' } }]);
    for (let calls = 0; calls < 3; calls++) expect((await service.as(service.token)('GET', '/locations')).status).toBe(200);
    app.get(Wakeups).nudge('nobody');
    await vi.waitFor(() =>
      expect(said).toContainEqual(expect.stringMatching(/^The queue needs .* set DATABASE_DIRECT_URL .* or REDIS_URL\.$/)),
    );
    expect(said).toContainEqual(expect.stringContaining('Serving without queue: The queue needs sessions of its own'));
    expect(said.join()).not.toContain('unsupported startup parameter');
    await app.close();
  });

  it('a migration is refused through it before anything is changed, and says what to set; on PostgreSQL directly it goes on', async () => {
    const empty = await createEmptyDatabase();
    const between = await PgBouncer.start(empty.url);
    try {
      await expect(migrate(between.url)).rejects.toThrow(
        /a pooler is in between .* set DATABASE_DIRECT_URL to the database without it/,
      );
      expect(
        await connected(empty.url, (client) => client.query("select from pg_tables where schemaname = 'public'")),
      ).toMatchObject({
        rowCount: 0,
      });
      await migrate(empty.url);
      // Nothing is left to do: a start behind the pooler is no reason to refuse.
      await migrate(between.url);
    } finally {
      await between.stop();
      await empty.drop();
    }
  });
});
