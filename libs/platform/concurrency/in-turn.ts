/**
 * Does work on all things at once, but on those with the same key one after the other, in their order: the first of two items with one
 * externalID is registered, whatever PostgreSQL takes up first.
 * @throws what the first of them threw, once all have ended: nothing goes on behind the caller's back
 */
export async function inTurn<Thing, Result>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string | null,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const last = new Map<string, Promise<Result>>();
  const ends = await Promise.allSettled(
    things.map((thing) => {
      const key = keyOf(thing);
      const act = () => work(thing);
      const done = (key !== null && last.get(key)?.then(act, act)) || act();
      if (key !== null) last.set(key, done);
      return done;
    }),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
