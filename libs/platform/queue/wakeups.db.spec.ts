import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { SwallowingProxy } from '../../../test/support/swallowing-proxy.js';
import { Wakeups } from './index.js';

let database: TestDatabase;
const open: Wakeups[] = [];
const wakeups = (report?: (problem: unknown) => void, databaseUrl = database.url) => {
  const made = new Wakeups({ redisUrl: null, databaseUrl }, report);
  open.push(made);
  return made;
};

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(() => database.drop());

async function administrate(statement: string): Promise<object[]> {
  return connected(database.url, async (client) => (await client.query(statement)).rows);
}

const AT_LOCK = `from pg_stat_activity
  where application_name = 'lost-and-found queue' and wait_event_type = 'Lock' and datname = current_database()`;

describe('a wake-up', () => {
  it('reaches a worker in another process, and many at once are few', async () => {
    let woken = 0;
    wakeups().consume('many', () => void woken++);
    const producer = wakeups();
    for (let nudge = 0; nudge < 1_000; nudge++) producer.nudge('many');
    await vi.waitFor(() => expect(woken).toBeGreaterThan(0), 50_000);
    expect(woken).toBeLessThan(5);
  });

  it('leaves nothing behind', async () => {
    let woken = 0;
    const both = wakeups();
    both.consume('cleanup', () => void woken++);
    both.nudge('cleanup');
    await vi.waitFor(() => expect(woken).toBe(1), 50_000);
    await vi.waitFor(async () => {
      expect(await administrate(`select count(*)::int from bullmq.job where queue = 'cleanup'`)).toEqual([{ count: 0 }]);
    }, 20_000);
  });

  it('still arrives after the queue was emptied', async () => {
    let woken = 0;
    const both = wakeups();
    both.consume('emptied', () => void woken++);
    both.nudge('emptied');
    await vi.waitFor(() => expect(woken).toBe(1), 50_000);
    await administrate('truncate bullmq.job, bullmq.dedup cascade');
    both.nudge('emptied');
    await vi.waitFor(() => expect(woken).toBe(2), 50_000);
  });

  it('is given up at once when the queue is unavailable', async () => {
    const problems: unknown[] = [];
    const away = new Wakeups({ redisUrl: 'redis://127.0.0.1:1', databaseUrl: '' }, (problem) => problems.push(problem));
    open.push(away);
    away.nudge('away');
    // Nothing was even tried yet.
    expect(problems).toEqual([]);
    await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0), 50_000);
  });
});

describe('a schedule', () => {
  it('fires again and again in one of the workers', async () => {
    await new Promise<void>((resolve) => {
      let fired = 0;
      const tick = () => {
        fired += 1;
        if (fired === 4) resolve();
      };
      wakeups().every('tick', 200, tick);
      wakeups().every('tick', 200, tick);
    });
  });
});

describe('a queue whose connections are cut', () => {
  it('is written to over the next ones, and no cut leaves anything behind', async () => {
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on('warning', warned);
    const problems: unknown[] = [];
    const producer = wakeups((problem) => problems.push(problem));
    await connected(database.url, async (client) => {
      for (let cut = 1; cut <= 12; cut++) {
        await client.query('begin');
        await client.query('lock table bullmq.job in access exclusive mode');
        producer.nudge('cut');
        await vi.waitFor(async () => {
          expect(await administrate(`select pg_terminate_backend(pid) ${AT_LOCK}`)).toHaveLength(1);
        }, 20_000);
        await vi.waitFor(() => expect(problems).toHaveLength(cut), 50_000);
        await client.query('commit');
      }
    });
    process.off('warning', warned);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
    let woken = 0;
    wakeups().consume('cut', () => void woken++);
    producer.nudge('cut');
    await vi.waitFor(() => expect(woken).toBeGreaterThan(0), 50_000);
  });
});

describe('a consumer whose connection is gone while its queue is being opened', () => {
  it('says so, and its process keeps running', async () => {
    const proxy = await SwallowingProxy.open(database.url);
    const problems: unknown[] = [];
    await connected(database.url, async (client) => {
      await client.query('begin');
      await client.query('lock table bullmq.migration in access exclusive mode');
      wakeups((problem) => problems.push(problem), proxy.url).consume('opened', () => undefined);
      await vi.waitFor(async () => expect(await administrate(`select pid ${AT_LOCK}`)).toHaveLength(1), 50_000);
      await proxy.close();
      const gone = expect.objectContaining({ message: 'Connection terminated unexpectedly' });
      await vi.waitFor(() => expect(problems).toContainEqual(gone), 50_000);
    });
  });
});
