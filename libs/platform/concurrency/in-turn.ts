import { KeyedLock } from './keyed-lock.js';
import { Semaphore } from './semaphore.js';

/**
 * Does work on all things at once, but on those with the same key one after the other, in their order: the first of two items with one
 * externalID is registered, whatever PostgreSQL takes up first.
 * @param atOnce how many at most, so that what else the process does comes in between
 * @throws what the first of them threw, once all have ended: no work continues after the caller has its answer
 */
export async function inTurn<Thing, Result>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string | null,
  work: (thing: Thing) => Promise<Result>,
  atOnce = Number.POSITIVE_INFINITY,
): Promise<Result[]> {
  const lock = new KeyedLock();
  const places = new Semaphore(atOnce, Number.POSITIVE_INFINITY);
  const ends = await Promise.allSettled(
    things.map((thing) => {
      const key = keyOf(thing);
      const act = () => places.run(() => work(thing));
      return key === null ? act() : lock.run(key, act);
    }),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
