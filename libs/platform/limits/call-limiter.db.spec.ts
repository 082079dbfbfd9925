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
  it('are limited over all processes together, with one statement for a twentieth of them', async () => {
    const [one, two] = processes(2, 200);
    const states = await Promise.all(
      Array.from({ length: 400 }, (_, call) => (call % 2 === 0 ? one! : two!).limiter.count('token')),
    );
    expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(200);
    expect(one!.counters.asked + two!.counters.asked).toBeLessThanOrEqual(22);
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
