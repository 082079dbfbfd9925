import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SingleBar } from 'cli-progress';
import { HOTELS } from './locations.js';
import { lostThings } from './lost-things.js';
import type { Service } from './service.js';

const WRITERS = 16;
const ITEMS = 320;
/** A change is listed within so many milliseconds of its commit (decisions.md, section 10). */
const LISTED_WITHIN = 2_000;

interface Item {
  ID: number;
}

interface Changes {
  changes: { subject: string; ID: number }[];
  next: string;
  hasMore: boolean;
}

/** What the file holds: the items, and where to go on. */
interface Mirror {
  next: string;
  items: Record<string, Item>;
}

/**
 * Mirrors the items into a JSON file by the change feed while others register, change and delete items, and compares the two at the end.
 * @returns whether the file has exactly what the API shows
 */
export async function playSync(service: Service, dataDir: string): Promise<boolean> {
  const file = join(dataDir, 'items-mirror.json');
  const mirror: Mirror = { next: '', items: {} };
  let isWriting = true;
  const [seen] = await Promise.all([
    follow(service, mirror, file, () => isWriting),
    write(service).finally(() => {
      isWriting = false;
    }),
  ]);
  const shown = await shownItems(service);
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
async function follow(service: Service, mirror: Mirror, file: string, isWriting: () => boolean): Promise<number> {
  let seen = 0;
  for (let end = Number.POSITIVE_INFINITY; Date.now() < end; ) {
    if (!isWriting()) end = Math.min(end, Date.now() + LISTED_WITHIN);
    const after = mirror.next && `&after=${mirror.next}`;
    const page = await service.call<Changes>('GET', `/changes?limit=200${after}`);
    const changed = new Set(page.changes.filter(({ subject }) => subject === 'item').map(({ ID }) => ID));
    await Promise.all([...changed].map((ID) => mirrorItem(service, mirror, ID)));
    mirror.next = page.next;
    seen += page.changes.length;
    if (page.changes.length > 0) save(mirror, file);
    if (!page.hasMore) await delay(100);
  }
  return seen;
}

/** The item as it is now, or none: a change says that it changed, not how. */
async function mirrorItem(service: Service, { items }: Mirror, ID: number): Promise<void> {
  const item = await service.find<Item>(`/items/${ID}`);
  if (item) items[ID] = item;
  else delete items[ID];
}

/** Items and cursor are replaced together, so that a reader that is killed goes on where the file says. */
function save(mirror: Mirror, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify(mirror));
  renameSync(`${file}.new`, file);
}

async function write(service: Service): Promise<void> {
  const { locationID } = await service.call<{ locationID: string }>('POST', '/locations', HOTELS[0]);
  const things = lostThings(ITEMS, [locationID]);
  const bar = new SingleBar({ format: 'Writing {bar} {value}/{total} items', noTTYOutput: true, notTTYSchedule: 1_000 });
  bar.start(ITEMS, 0);
  let next = 0;
  const writer = async () => {
    while (next < ITEMS) {
      const number = next++;
      const { ID } = await service.call<Item>('POST', '/items', things[number]!);
      await service.call('PUT', `/items/${ID}`, { itemStorage: `Shelf ${number}` });
      if (number % 3 === 0) await service.call('PUT', `/items/${ID}/status`, { status: 'finished' });
      if (number % 5 === 0) await service.delete(`/items/${ID}`);
      bar.increment();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer)).finally(() => bar.stop());
}

async function shownItems(service: Service): Promise<Mirror['items']> {
  const items: Mirror['items'] = {};
  for (let page = 1; ; page++) {
    const list = await service.call<{ items: Item[]; hasMore: boolean }>('GET', `/items?limit=1000&page=${page}`);
    for (const item of list.items) items[item.ID] = item;
    if (!list.hasMore) return items;
  }
}
