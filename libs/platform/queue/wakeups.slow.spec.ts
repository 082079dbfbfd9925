import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Wakeups } from './index.js';

/** Nobody comes in any more, and who was in is put out. */
async function shut(name: string): Promise<void> {
  await connected(inject('postgresUrl'), async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      [name],
    );
  });
}

describe('a consumer whose database refuses it', () => {
  let own: TestDatabase;
  let name: string;
  const problems: unknown[] = [];
  let both: Wakeups;
  beforeEach(async () => {
    own = await createDatabase();
    name = new URL(own.url).pathname.slice(1);
    problems.length = 0;
    both = new Wakeups({ redisUrl: null, databaseUrl: own.url }, (problem) => {
      // A loop that never yields would never fail here.
      if (problems.push(problem) > 200) void both.close();
    });
  });
  afterEach(async () => {
    await both.close();
    await own.drop();
  });

  /** It asks once a second, on each of its few connections. */
  async function askedNowAndThen(): Promise<void> {
    const [began, before] = [performance.now(), problems.length];
    await vi.waitFor(() => expect(problems.length - before).toBeGreaterThan(6), { timeout: 60_000, interval: 20 });
    expect(performance.now() - began).toBeGreaterThan(1_000);
  }

  it('from its start leaves the process to its other work, and consumes once it is let in', async () => {
    let woken = 0;
    await shut(name);
    both.consume('late', () => void woken++);
    await askedNowAndThen();
    await connected(inject('postgresUrl'), (client) => client.query(`alter database ${name} allow_connections true`));
    await vi.waitFor(() => {
      both.nudge('late');
      expect(woken).toBeGreaterThan(0);
    }, 20_000);
  });

  it('in the middle of a job asks again now and then', async () => {
    let begun = false;
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    both.consume('held', () => {
      begun = true;
      return held;
    });
    both.nudge('held');
    await vi.waitFor(() => expect(begun).toBe(true), 50_000);
    await shut(name);
    end();
    await askedNowAndThen();
  });
});
