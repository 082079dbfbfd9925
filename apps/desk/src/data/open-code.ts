import { getItem, search } from '#client';
import { ask, Problem } from '../session/problem.js';
import { client } from '../session/session.js';
import { bare, Code, pageOf } from './codes.js';
import { storagePlacesOf } from './records.js';

/**
 * The page that a code leads to: that of a label, of a storage place by its own code, of a number that was scanned, or of the only record
 * that is found by it; null where it stands for several or none.
 * @param locationID where storage places are looked for
 */
export async function pageOfCode({ isScanned, ...code }: Code, locationID: string | undefined): Promise<string | null> {
  const [q, typed] = [bare(code.text), bare(code.typed)];
  const label = pageOf(q) ?? pageOf(typed);
  if (label || q === '') return label;
  const itemID = isScanned && (numberIn(q) ?? numberIn(typed));
  if (itemID && (await isThere(itemID))) return `/items/${itemID}`;
  if (locationID) {
    const places = await storagePlacesOf(locationID);
    const place = places.find(({ code }) => [q, typed].some((one) => one.toLowerCase() === code?.toLowerCase()));
    if (place) return `/find?locationID=${encodeURIComponent(locationID)}&storagePlaceID=${place.ID}`;
  }
  const { items, requests } = await ask(search({ client, query: { q, limit: 2 } }));
  const [only, ...others] = [...items.map(({ ID }) => `/items/${ID}`), ...requests.map(({ ID }) => `/requests/${ID}`)];
  return only && others.length === 0 ? only : null;
}

function numberIn(text: string): number | undefined {
  const digits = /^(?:no\.? ?)?(\d{1,9})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

async function isThere(itemID: number): Promise<boolean> {
  return ask(getItem({ client, path: { itemID } })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    },
  );
}
