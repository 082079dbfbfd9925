import { expect, it } from 'vitest';
import { FairShares } from './fair-shares.js';

/** Takes one at a time until it is refused. */
function most(shares: FairShares<string>, owner: string): number {
  let taken = 0;
  while (shares.take(owner, 1)) taken++;
  return taken;
}

it('an owner alone holds half of all, and each that comes finds room', () => {
  const shares = new FairShares<string>(120);
  expect(most(shares, 'first')).toBe(60);
  expect(most(shares, 'second')).toBe(30);
  expect(most(shares, 'third')).toBe(15);
  expect(shares.take('newcomer', 7)).toBe(true);
});

it('owners that take by turns get the same', () => {
  const shares = new FairShares<string>(120);
  const owners = ['a', 'b', 'c'];
  const held = new Map(owners.map((owner) => [owner, 0]));
  for (let turn = 0; turn < 120; turn++) {
    for (const owner of owners) if (shares.take(owner, 1)) held.set(owner, held.get(owner)! + 1);
  }
  expect([...held.values()]).toEqual([30, 30, 30]);
});

it('what is given back can be taken again, and owners without anything are forgotten', () => {
  const shares = new FairShares<string>(10);
  for (let round = 0; round < 3; round++) {
    expect([shares.take('one', 5), shares.take('one', 1)]).toEqual([true, false]);
    shares.give('one', 2);
    shares.give('one', 3);
  }
  expect(shares.owners).toBe(0);
});

it('more than half of all is never taken', () => {
  expect(new FairShares<string>(10).take('one', 6)).toBe(false);
});
