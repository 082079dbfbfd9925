import { expect, it } from 'vitest';
import { Semaphore, SharedSemaphore } from './semaphore.js';

it('work takes turns, in its order, and too much of it is refused', async () => {
  const turns = new Semaphore(2, 3);
  const begun: number[] = [];
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
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
  finish();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5]);
  expect(await work(7)).toBe(7);
});

it('work that has waited too long is refused while the work before it runs', async () => {
  const turns = new Semaphore(1, 3, 20);
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const before = turns.run(() => gate.then(() => 'done'));
  let begun = false;
  const late = turns.run(async () => {
    begun = true;
  });
  await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
  finish();
  expect(await before).toBe('done');
  expect(await turns.run(async () => 'next')).toBe('next');
  expect(begun).toBe(false);
});

it('work that throws at once fails for its own caller, also when it had to wait, and its place goes to the next', async () => {
  const turns = new Semaphore(1, 3, 1_000);
  let finish = () => {};
  const before = turns.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const broken = turns.run(() => {
    throw new TypeError('no promise');
  });
  const refused = expect(broken).rejects.toThrow('no promise');
  finish();
  await before;
  await refused;
  expect(await turns.run(async () => 'next')).toBe('next');
});

it('who has waited too long leaves the queue to others', async () => {
  const turns = new Semaphore(1, 1, 20);
  let finish = () => {};
  const before = turns.run(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(turns.run(async () => 'late')).rejects.toMatchObject({ kind: 'unavailable' });
  const next = turns.run(async () => 'next');
  finish();
  await before;
  expect(await next).toBe('next');
});

it('an owner has no more than its share, keeps nobody else waiting, and is forgotten without work', async () => {
  const shared = new SharedSemaphore<string>(new Semaphore(3, 10), () => new Semaphore(2, 1));
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = [1, 2, 3].map((n) => shared.run('slow', () => gate.then(() => n)));
  await expect(shared.run('slow', async () => 4)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await shared.run('other', async () => 'answered')).toBe('answered');
  finish();
  expect(await Promise.all(slow)).toEqual([1, 2, 3]);
  expect(shared.owners).toBe(0);
});
