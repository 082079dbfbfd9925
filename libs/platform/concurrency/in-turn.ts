import { KeyedLock } from './keyed-lock.js';

/**
 * Does work on all things at once, but on those with the same key one after the other, in their order: the first of two items with one
 * externalID is registered, whatever PostgreSQL takes up first.
 * @throws what the first of them threw, once all have ended: no work continues after the caller has its answer
 */
export async function inTurn<Thing, Result>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string | null,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const lock = new KeyedLock();
  const ends = await Promise.allSettled(
    things.map((thing) => {
      const key = keyOf(thing);
      return key === null ? work(thing) : lock.run(key, () => work(thing));
    }),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
