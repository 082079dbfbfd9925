import { expect, it } from 'vitest';
import { inPieces } from './in-pieces.js';

it('long work lets others go on in between, and has its results in their order', async () => {
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const busy = (n: number) => {
    for (const end = performance.now() + 3; performance.now() < end; );
    return n * 2;
  };
  expect(await inPieces([1, 2, 3, 4, 5, 6, 7, 8], busy)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  clearInterval(others);
  expect(turns).toBeGreaterThanOrEqual(2);
});
