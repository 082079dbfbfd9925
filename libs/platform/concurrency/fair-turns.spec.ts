import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.js';

const NEVER = new AbortController().signal;

/** Work that ends when it is told to, and the order in which it began. */
function turnsOf(waiting = 10) {
  const turns = new FairTurns(waiting);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, signal = NEVER) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((end) => {
        ends.push(end);
      });
    };
    return turns.run({ owner: name[0]!, isLast: name.startsWith('?'), signal }, work);
  };
  const next = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { run, begun, next };
}

it('owners take turns, and strangers have theirs when nobody else waits', async () => {
  const { run, begun, next } = turnsOf();
  const all = ['a1', '?1', 'a2', 'a3', 'b1', '?2'].map((name) => run(name));
  for (const _ of all) await next();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', '?1', '?2']);
});

it('what its caller gave up is never begun, and keeps nobody waiting', async () => {
  const { run, begun, next } = turnsOf();
  const leaving = new AbortController();
  const first = run('a1');
  const left = run('a2', leaving.signal);
  const last = run('b1');
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  await expect(run('a3', leaving.signal)).rejects.toMatchObject({ code: 'unavailable' });
  await next();
  await next();
  await Promise.all([first, last]);
  expect(begun).toEqual(['a1', 'b1']);
});

it('more than may wait is refused, and work that fails hands its turn on', async () => {
  const { run, next } = turnsOf(1);
  const [first, second] = [run('a1'), run('a2')];
  await expect(run('b1')).rejects.toMatchObject({ code: 'unavailable' });
  await next();
  await next();
  await Promise.all([first, second]);
  const turns = new FairTurns(1);
  const turn = { owner: 'a', isLast: false, signal: NEVER };
  await expect(turns.run(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run(turn, async () => 'done')).toBe('done');
});
