import { type QueryClient, useQuery, useQueryClient } from '@tanstack/preact-query';
import {
  getItem,
  getLocationGuestSettings,
  getLocationShipping,
  type ItemRecord,
  listColors,
  listLocationLanguages,
  listLocations,
  listLocationUsers,
  listStoragePlaces,
  listUsers,
  type RequestRecord,
  type StoragePlaceRecord,
} from '#client';
import { differences } from '../session/meanwhile.js';
import { answerOf, ask, isOutdated } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { t } from '../texts/texts.js';

const itemKey = (id: number) => ['item', id] as const;

/** An item, read again when the window is looked at. */
export function useItem(id: number) {
  return useQuery({ queryKey: itemKey(id), queryFn: () => answerOf(getItem({ client, path: { itemID: id } })) });
}

/** Takes over an item as the service answered it, everywhere it is shown. */
export function tookOver(queries: QueryClient, item: ItemRecord, etag = ''): void {
  queries.setQueryData(itemKey(item.ID), { data: item, etag });
  // Some changes answer without an entity tag: the next change reads the item first.
  if (!etag) void queries.invalidateQueries({ queryKey: itemKey(item.ID) });
  for (const list of ['items', 'search', 'tasks', 'timeline', 'requests']) void queries.invalidateQueries({ queryKey: [list] });
}

type Call<Record> = Parameters<typeof answerOf<Record>>[0];

/**
 * Sends a change of a record as it was read. Where somebody else was faster the record is read again and shown, so that the same change
 * can be sent once more. @throws Problem, with what the other has changed
 */
export async function changed<Record extends object>(
  call: Call<Record>,
  before: Record,
  read: () => Call<Record>,
  show: (now: Awaited<ReturnType<typeof answerOf<Record>>>) => void,
) {
  return answerOf(call).catch(async (error: unknown) => {
    if (isOutdated(error)) {
      const now = await answerOf(read());
      error.meanwhile = differences(before, now.data);
      show(now);
    }
    throw error;
  });
}

/** A change of an item: sends it, and shows the answer everywhere. */
export function useItemChange(item: ItemRecord) {
  const queries = useQueryClient();
  return async (call: Call<ItemRecord>): Promise<{ etag: string }> => {
    const read = () => getItem({ client, path: { itemID: item.ID } });
    const { data, etag } = await changed(call, item, read, (now) => tookOver(queries, now.data, now.etag));
    tookOver(queries, data, etag);
    return { etag };
  };
}

/** Names written in Chinese characters or Hangul begin with that of the family, as in mails and on guests' pages. */
const FAMILY_FIRST =
  /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u;

export function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  const names = [firstName, lastName].filter(Boolean);
  return (FAMILY_FIRST.test(names.join('')) ? names.reverse() : names).join(' ');
}

/** Where an item lies, or lay before it left. */
export const shelfPath = (item: ItemRecord): string => item.storagePlace?.path ?? item.itemStorage ?? '';

const LEFT: readonly ItemRecord['status'][] = ['finished', 'in-route', 'delivered', 'deleted', 'anonymized'];
/** Whether an item lies nowhere at its Location any more. */
export const hasLeft = ({ status }: ItemRecord): boolean => LEFT.includes(status);

/** Where an item lies, in words; of one that has left where it lay. */
export function placeOf(item: ItemRecord): string {
  const path = shelfPath(item);
  return path && hasLeft(item) ? t('place.lay', { place: path }) : path;
}

export function isRequest(record: ItemRecord | RequestRecord): record is RequestRecord {
  return 'requestNumber' in record;
}

/** The longest list that the API gives at once. */
export const LONGEST = 1000;

/** All of a list, however long. */
async function allOf<Record>(read: (paged: { limit: number; page: number }) => Promise<Record[]>): Promise<Record[]> {
  for (let page = 1, all: Record[] = []; ; page += 1) {
    const more = await read({ limit: LONGEST, page });
    all = [...all, ...more];
    if (more.length < LONGEST) return all;
  }
}

const HOUR = 3_600_000;

/** The Locations of the person; none for one who may not read them. */
export function useLocations() {
  return useQuery({
    queryKey: ['locations'],
    staleTime: HOUR,
    enabled: may('locations.read'),
    queryFn: () => allOf((query) => ask(listLocations({ client, query }))),
  });
}

/** The languages of a Location; one of them is its default. */
export function useLocationLanguages(locationID: string | undefined) {
  return useQuery({
    queryKey: ['languages', locationID],
    enabled: locationID !== undefined && may('languages.read'),
    queryFn: () => ask(listLocationLanguages({ client, path: { locationID: locationID! }, query: { limit: 100 } })),
  });
}

export const storagePlacesOf = (locationID: string) =>
  allOf((query) => ask(listStoragePlaces({ client, path: { locationID }, query })));

/** The users of a Location; none for one who may not read them. */
export function useUsers(locationID: string | undefined) {
  return useQuery({
    queryKey: ['users', locationID],
    enabled: locationID !== undefined && may('users.read'),
    queryFn: () => allOf((query) => ask(listLocationUsers({ client, path: { locationID: locationID! }, query }))),
  });
}

/** The users whom the person may see, of all Locations. */
export function useEveryone() {
  return useQuery({ queryKey: ['users'], queryFn: () => allOf((query) => ask(listUsers({ client, query }))) });
}

export function useStoragePlaces(locationID: string | undefined) {
  return useQuery({
    queryKey: ['storage-places', locationID],
    enabled: locationID !== undefined && may('items.read'),
    queryFn: () => storagePlacesOf(locationID!),
  });
}

/** The storage places of a Location as choices, each by its path. */
export function usePlaceChoices(locationID: string | undefined): (readonly [ID: number, path: string])[] {
  const places = useStoragePlaces(locationID).data ?? [];
  return places.map((place) => [place.ID, pathOf(place, places)] as const);
}

/** The path of a storage place: `Cellar / Shelf B`. */
function pathOf(place: StoragePlaceRecord, all: readonly StoragePlaceRecord[]): string {
  const parent = all.find(({ ID }) => ID === place.parentID);
  return parent ? `${pathOf(parent, all)} / ${place.name}` : place.name;
}

export function useColors() {
  return useQuery({ queryKey: ['colors'], staleTime: HOUR, queryFn: () => ask(listColors({ client })) });
}

/** The shipping rates of a Location. */
export function useShipping(locationID: string | undefined) {
  return useQuery({
    queryKey: ['shipping', locationID],
    enabled: locationID !== undefined && may('locations.terms'),
    queryFn: () => ask(getLocationShipping({ client, path: { locationID: locationID! } })),
  });
}

/** How guests see a Location: its name, logo and more; nothing for those who may not read it. */
export function useGuestSettings(locationID: string | undefined) {
  return useQuery({
    queryKey: ['guest-settings', locationID],
    enabled: locationID !== undefined && may('locations.terms'),
    queryFn: () => ask(getLocationGuestSettings({ client, path: { locationID: locationID! } })),
  });
}
