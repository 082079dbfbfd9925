import { expect, it } from 'vitest';
import { Semaphore } from './index.js';

it('work takes turns, in its order, and too much of it is refused', async () => {
  const turns = new Semaphore(2, 3);
  const begun: number[] = [];
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const work = (n: number) =>
    turns.run(async () => {
      begun.push(n);
      await gate;
      return n;
    });
  const answers = [1, 2, 3, 4, 5].map(work);
  await expect(work(6)).rejects.toMatchObject({ kind: 'unavailable', code: 'unavailable' });
  expect(begun).toEqual([1, 2]);
  goOn();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5]);
  expect(await work(7)).toBe(7);
});
