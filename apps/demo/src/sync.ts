import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SingleBar } from 'cli-progress';
import {
  type Client,
  changeItemStatus,
  createLocation,
  deleteItem,
  getItem,
  type ItemRecord,
  listChanges,
  listItems,
  paginate,
  registerItem,
  updateItem,
} from '#client';
import { HOTELS } from './locations.js';
import { lostThings } from './lost-things.js';
import { dataOf } from './service.js';

const WRITERS = 16;
const ITEMS = 320;
/** A change is listed within so many milliseconds of its commit (decisions.md, section 10). */
const LISTED_WITHIN = 2_000;

/** What the file holds: the items, and where to go on. */
interface Mirror {
  next: string;
  items: Record<string, ItemRecord>;
}

/**
 * Mirrors the items into a JSON file by the change feed while others register, change and delete items, and compares the two at the end.
 * @returns whether the file has exactly what the API shows
 */
export async function playSync(client: Client, dataDir: string): Promise<boolean> {
  const file = join(dataDir, 'items-mirror.json');
  const mirror: Mirror = { next: '', items: {} };
  let isWriting = true;
  const [seen] = await Promise.all([
    follow(client, mirror, file, () => isWriting),
    write(client).finally(() => {
      isWriting = false;
    }),
  ]);
  const shown = await shownItems(client);
  const isSame = isDeepStrictEqual(mirror.items, shown);
  console.table({
    'changes read': seen,
    'items in the mirror': Object.keys(mirror.items).length,
    'items in the API': Object.keys(shown).length,
  });
  console.log(isSame ? `${file} holds exactly what the API shows.` : `${file} differs from what the API shows.`);
  return isSame;
}

/** Reads changes from the beginning until nobody writes any more, and for 2 seconds from then. @returns how many there were */
async function follow(client: Client, mirror: Mirror, file: string, isWriting: () => boolean): Promise<number> {
  let seen = 0;
  for (let end = Number.POSITIVE_INFINITY, hasMore = true; hasMore || Date.now() < end; ) {
    if (!isWriting()) end = Math.min(end, Date.now() + LISTED_WITHIN);
    const query = { limit: 200, subject: 'item', ...(mirror.next && { after: mirror.next }) } as const;
    const page = await dataOf(listChanges({ client, query }));
    const changed = new Set(page.changes.map(({ ID }) => Number(ID)));
    await Promise.all([...changed].map((ID) => mirrorItem(client, mirror, ID)));
    mirror.next = page.next;
    seen += page.changes.length;
    if (page.changes.length > 0) save(mirror, file);
    hasMore = page.hasMore;
    if (!hasMore) await pause(100);
  }
  return seen;
}

/** The item as it is now, or none: a change says that it changed, not how. */
async function mirrorItem(client: Client, { items }: Mirror, ID: number): Promise<void> {
  const answer = await getItem({ client, path: { itemID: ID } });
  if (answer.response?.status === 404) delete items[ID];
  else items[ID] = await dataOf(Promise.resolve(answer));
}

/** Items and cursor are replaced together, so that a reader that is killed goes on where the file says. */
function save(mirror: Mirror, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify(mirror));
  renameSync(`${file}.new`, file);
}

async function write(client: Client): Promise<void> {
  const { locationID } = await dataOf(createLocation({ client, body: HOTELS[0]! }));
  const things = lostThings(ITEMS, [locationID]);
  const bar = new SingleBar({ format: 'Writing {bar} {value}/{total} items', noTTYOutput: true, notTTYSchedule: 1_000 });
  bar.start(ITEMS, 0);
  let next = 0;
  const writer = async () => {
    while (next < ITEMS) {
      const number = next++;
      const { ID } = await dataOf(registerItem({ client, body: things[number]! }));
      const path = { itemID: ID };
      await dataOf(updateItem({ client, path, body: { itemStorage: `Shelf ${number}` } }));
      if (number % 3 === 0) await dataOf(changeItemStatus({ client, path, body: { status: 'finished' } }));
      if (number % 5 === 0) await dataOf(deleteItem({ client, path }));
      bar.increment();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer)).finally(() => bar.stop());
}

async function shownItems(client: Client): Promise<Mirror['items']> {
  const items: Mirror['items'] = {};
  for await (const item of paginate(listItems, { client, query: { limit: 1000 } })) items[item.ID] = item;
  return items;
}
