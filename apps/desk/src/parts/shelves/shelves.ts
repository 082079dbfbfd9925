import { useQueryClient } from '@tanstack/preact-query';
import { type ItemRecord, storeItems, updateItem } from '#client';
import { bare, Code, shelfOf } from '../../data/codes.js';
import { usePlaceChoices, useStoragePlaces } from '../../data/records.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

/** A storage place by its label and its path. */
export interface Shelf {
  ID: number;
  code: string;
  path: string;
}

/** The storage places of a Location, in the order of their paths. */
export function useShelves(locationID: string | undefined): readonly Shelf[] {
  const places = useStoragePlaces(locationID).data ?? [];
  const paths = usePlaceChoices(locationID);
  return places.map(({ ID, code }, index) => ({ ID, code, path: paths[index]![1] }));
}

/** The shelf of the label that was read, or of the code that was typed. */
export function shelfRead({ text, typed }: Code, shelves: readonly Shelf[]): Shelf | undefined {
  const ids = [shelfOf(text), shelfOf(typed)];
  const codes = [text, typed].map((one) => bare(one).toLowerCase());
  return shelves.find(({ ID, code }) => ids.includes(ID) || codes.includes(code.toLowerCase()));
}

/** As many as the API takes in one call. */
const MOST = 200;

/** Puts items on a shelf. @throws Problem */
export async function put(itemIDs: readonly number[], storagePlaceID: number): Promise<void> {
  for (let from = 0; from < itemIDs.length; from += MOST) {
    const body = { itemIDs: itemIDs.slice(from, from + MOST) };
    await ask(storeItems({ client, path: { storagePlaceID }, body }));
  }
}

/** Puts items back where they lay before. @throws Problem */
export async function putBack(items: readonly ItemRecord[]): Promise<void> {
  for (const storagePlaceID of new Set(items.map((item) => item.storagePlaceID))) {
    const ids = items.filter((item) => item.storagePlaceID === storagePlaceID).map(({ ID }) => ID);
    if (storagePlaceID !== null) await put(ids, storagePlaceID);
    else for (const itemID of ids) await ask(updateItem({ client, path: { itemID }, body: { storagePlaceID } }));
  }
}

/** Puts items on a shelf, says so, and can take it back. @throws Problem */
export function usePut() {
  const queries = useQueryClient();
  return async (items: readonly ItemRecord[], { ID, path }: Shelf): Promise<void> => {
    await put(
      items.map((item) => item.ID),
      ID,
    );
    await queries.invalidateQueries();
    say(t('shelf.done', { count: items.length, place: path }), async () => {
      await putBack(items);
      await queries.invalidateQueries();
    });
  };
}
