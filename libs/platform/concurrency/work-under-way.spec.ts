import { expect, it } from 'vitest';
import { WorkUnderWay } from './work-under-way.js';

it('work under way leaves room for another Group, whichever waits, and is begun again as it ends', async () => {
  const underWay = new WorkUnderWay(8);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  /** Begins as much as a loop would. */
  const begin = (groupID: number) => {
    while (!underWay.isFull && !underWay.crowded.includes(groupID)) {
      begun.push(groupID);
      underWay.begin(groupID, () => new Promise((resolve) => ends.push(resolve)));
    }
  };
  for (const groupID of [1, 2, 3, 4]) begin(groupID);
  expect(begun).toEqual([1, 1, 1, 1, 2, 2, 3]);
  expect([underWay.isFull, underWay.crowded]).toEqual([true, [1, 2, 3]]);
  for (const end of ends.splice(0, 4)) end();
  await expect.poll(() => underWay.isFull).toBe(false);
  begin(4);
  expect(begun.slice(7)).toEqual([4, 4]);
  const settled = underWay.settled();
  for (const end of ends) end();
  await settled;
  expect(underWay.crowded).toEqual([]);
});
