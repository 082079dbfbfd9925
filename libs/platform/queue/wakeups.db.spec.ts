import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Wakeups } from './index.js';

let database: TestDatabase;
const open: Wakeups[] = [];
const wakeups = () => {
  const made = new Wakeups({ redisUrl: null, databaseUrl: database.url });
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

async function administrate(statement: string): Promise<{ count: number }[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

describe('a wake-up', () => {
  it('reaches a worker in another process, and many at once are few', async () => {
    let woken = 0;
    wakeups().consume('many', () => void woken++);
    const producer = wakeups();
    for (let nudge = 0; nudge < 1_000; nudge++) producer.nudge('many');
    await vi.waitFor(() => expect(woken).toBeGreaterThan(0), 5_000);
    expect(woken).toBeLessThan(5);
  });

  it('leaves nothing behind', async () => {
    let woken = 0;
    const both = wakeups();
    both.consume('cleanup', () => void woken++);
    both.nudge('cleanup');
    await vi.waitFor(() => expect(woken).toBe(1), 5_000);
    await vi.waitFor(async () => {
      expect(await administrate(`select count(*)::int from bullmq.job where queue = 'cleanup'`)).toEqual([{ count: 0 }]);
    });
  });

  it('still arrives after the queue was emptied', async () => {
    let woken = 0;
    const both = wakeups();
    both.consume('emptied', () => void woken++);
    both.nudge('emptied');
    await vi.waitFor(() => expect(woken).toBe(1), 5_000);
    await administrate('truncate bullmq.job, bullmq.dedup cascade');
    both.nudge('emptied');
    await vi.waitFor(() => expect(woken).toBe(2), 5_000);
  });

  it('is given up at once when the queue is unavailable', async () => {
    const problems: unknown[] = [];
    const away = new Wakeups({ redisUrl: 'redis://127.0.0.1:1', databaseUrl: '' }, (problem) => problems.push(problem));
    open.push(away);
    const started = performance.now();
    away.nudge('away');
    expect(performance.now() - started).toBeLessThan(50);
    await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0), 5_000);
  });
});

describe('a schedule', () => {
  it('fires again and again in one of the workers', async () => {
    let fired = 0;
    wakeups().every('tick', 200, () => void fired++);
    wakeups().every('tick', 200, () => void fired++);
    await vi.waitFor(() => expect(fired).toBeGreaterThan(3), 10_000);
  });
});
