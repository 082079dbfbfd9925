import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

const queueOf = (...works: string[]) => {
  const queue = new FairQueue<string, string>();
  for (const work of works) queue.push(work[0]!, work);
  return queue;
};

it('owners take turns, and keep their turn when not everything is taken', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
  expect(queue.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
  expect(queue.size).toBe(3);
  expect(queue.take(10)).toEqual(['b2', 'a3', 'a4']);
  expect(queue.take(10)).toEqual([]);
  expect(queue.size).toBe(0);
});

it('what is removed is not taken, and only what waits can be removed', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.remove('b', 'b1')).toBe(true);
  expect(queue.remove('c', 'c1')).toBe(false);
  expect(queue.size).toBe(1);
  expect(queue.take(10)).toEqual(['a2']);
});
