import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurn } from './in-turn.js';

it('so many things are worked on at once, those with one key in their order, and results stand in that of the things', async () => {
  const things = Array.from({ length: 40 }, (_, n) => ({ n, key: n % 4 === 0 ? 'one' : n % 4 === 1 ? String(n) : null }));
  const begun: number[] = [];
  let [underWay, most, ofOne] = [0, 0, 0];
  const work = async ({ n, key }: (typeof things)[number]) => {
    begun.push(n);
    most = Math.max(most, ++underWay);
    if (key === 'one') expect(++ofOne).toBe(1);
    await turnOfEventLoop();
    if (key === 'one') ofOne--;
    underWay--;
    return n;
  };
  const results = await inTurn(things, ({ key }) => key, work, 5);
  expect(results).toEqual(things.map(({ n }) => n));
  expect(most).toBe(5);
  const inOrder = begun.filter((n) => n % 4 === 0);
  expect(inOrder).toEqual([...inOrder].sort((one, other) => one - other));
});

it('all else is done before the first failure is told', async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    await turnOfEventLoop();
    if (n === 1) throw new Error('refused');
    done.push(n);
  };
  await expect(inTurn([0, 1, 2, 3, 4], String, work, 2)).rejects.toThrow('refused');
  expect(done).toEqual([0, 2, 3, 4]);
});
