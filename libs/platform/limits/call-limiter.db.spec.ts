import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import { CallLimiter } from './call-limiter.js';
import { CallLimits } from './call-limits.js';
import { type Count, Counters } from './counters.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;

class CountingCounters extends Counters {
  asked = 0;

  override raise(key: string, points?: number): Promise<Count> {
    this.asked++;
    return super.raise(key, points);
  }
}

beforeAll(async () => {
  opened = await openDatabase();
});

afterAll(() => opened?.close());

function processes(count: number, limit: number) {
  return Array.from({ length: count }, () => {
    const counters = new CountingCounters(opened.database);
    return { counters, limiter: new CallLimiter(counters, new CallLimits(limit, 0)) };
  });
}

describe('calls of one token', () => {
  it('are limited over all processes together, with one statement for a hundred of them', async () => {
    const [one, two] = processes(2, 6_000);
    const states = await Promise.all(
      Array.from({ length: 12_000 }, (_, call) => (call % 2 === 0 ? one! : two!).limiter.count('token')),
    );
    expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(6_000);
    expect(one!.counters.asked + two!.counters.asked).toBeLessThanOrEqual(60);
  });

  it.each([21, 40])('that are spread over %i processes are nearly all allowed, and never more than the limit', async (count) => {
    const all = processes(count, 6_000);
    let allowed = 0;
    for (let call = 0; call < 7_000; call++) {
      const { isAllowed } = await all[call % count]!.limiter.count(`over ${count}`);
      if (isAllowed) allowed++;
      if (call === 5_999) expect(allowed).toBeGreaterThanOrEqual(5_700);
    }
    expect(allowed).toBeLessThanOrEqual(6_000);
  });

  it('that count as several reserve as many with one statement', async () => {
    const [one] = processes(1, 6_000);
    expect(await one!.limiter.count('batch', 100)).toMatchObject({ isAllowed: true, remaining: 5_900 });
    expect(one!.counters.asked).toBe(1);
  });

  it('reach a limit that blocks do not divide', async () => {
    const [one] = processes(1, 47);
    const states = [];
    for (let call = 0; call < 60; call++) states.push(await one!.limiter.count('odd'));
    expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(47);
    expect(states[0]).toMatchObject({ limit: 47, remaining: 46 });
    expect(states[46]).toMatchObject({ isAllowed: true, remaining: 0 });
  });
});
