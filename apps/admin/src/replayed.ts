import type { Replayed } from '#contexts/retention';

/** The result of a replay of the journal, in words. */
export function replayed({ erasures, items, requests, locations, stays, unreadable }: Replayed): string {
  const left =
    unreadable > 0 ? ` ${unreadable} are by an address, with a key that is not held: give it as SECRET_KEY_PREVIOUS.` : '';
  const records = `${items} items, ${requests} Requests and contact persons of ${locations} Locations, ${stays} stays`;
  return `${erasures} erasures in the journal: ${records} were erased again.${left}`;
}
