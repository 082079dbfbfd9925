import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** Milliseconds that a piece of work takes at most, unless one thing takes longer. */
const PIECE = 5;

/** Works on one thing after the other, and lets others of the process go on in between: long lists keep nobody waiting. */
export async function inPieces<Thing, Result>(
  things: readonly Thing[],
  work: (thing: Thing, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const [index, thing] of things.entries()) {
    results.push(work(thing, index));
    if (performance.now() - since < PIECE) continue;
    await turnOfEventLoop();
    since = performance.now();
  }
  return results;
}
