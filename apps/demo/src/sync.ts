import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Client, getItem, type ItemRecord, listChanges, listItems, paginate } from '#client';
import { dataOf } from '#demo';
import { ERASED, write } from './sync-writers.js';

/** Maximum milliseconds from the commit of a change until it is listed (decisions.md, section 10). */
const LISTED_WITHIN = 2_000;

/** Content of the file: the items, and where to continue. */
interface Mirror {
  next: string;
  items: Record<string, ItemRecord>;
}

/**
 * Mirrors the items into a JSON file by the change feed while others register, change, delete and erase items, and compares the two at the
 * end.
 * @param count how many items are registered
 * @returns whether the file has exactly what the API shows, and nothing of the persons that were erased
 */
export async function playSync(client: Client, dataDir: string, count: number): Promise<boolean> {
  const file = join(dataDir, 'items-mirror.json');
  const mirror: Mirror = { next: '', items: {} };
  let isWriting = true;
  const [seen] = await Promise.all([
    follow(client, mirror, file, () => isWriting),
    write(client, count).finally(() => {
      isWriting = false;
    }),
  ]);
  const shown = await shownItems(client);
  const isSame = isDeepStrictEqual(mirror.items, shown);
  const isErased = !readFileSync(file, 'utf8').includes(ERASED);
  console.table({
    'changes read': seen,
    'items in the mirror': Object.keys(mirror.items).length,
    'of them erased': Object.values(mirror.items).filter(({ status }) => status === 'anonymized').length,
    'items in the API': Object.keys(shown).length,
  });
  console.log(isSame ? `${file} holds exactly what the API shows.` : `${file} differs from what the API shows.`);
  if (!isErased) console.log(`${file} holds addresses of persons that were erased.`);
  return isSame && isErased;
}

/** Reads changes from the oldest that is kept until nobody writes any more, and for 2 seconds from then. @returns how many there were */
async function follow(client: Client, mirror: Mirror, file: string, isWriting: () => boolean): Promise<number> {
  let seen = 0;
  for (let end = Number.POSITIVE_INFINITY, hasMore = true; hasMore || Date.now() < end; ) {
    if (!isWriting()) end = Math.min(end, Date.now() + LISTED_WITHIN);
    const query = { limit: 200, subject: 'item', ...(mirror.next && { after: mirror.next }) } as const;
    const answer = await listChanges({ client, query });
    if (answer.response?.status === 410) {
      await beginAgain(client, mirror);
      continue;
    }
    const page = await dataOf(Promise.resolve(answer));
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

/** Changes behind the cursor are not kept any more: the items are read again, and what changes meanwhile stands behind the new cursor. */
async function beginAgain(client: Client, mirror: Mirror): Promise<void> {
  mirror.next = (await dataOf(listChanges({ client, query: { after: 'now' } }))).next;
  mirror.items = await shownItems(client);
}

/** The item as it is now, or none: a change says that it changed, not how. */
async function mirrorItem(client: Client, { items }: Mirror, ID: number): Promise<void> {
  const answer = await getItem({ client, path: { itemID: ID } });
  if (answer.response?.status === 404) delete items[ID];
  else items[ID] = await dataOf(Promise.resolve(answer));
}

/** Items and cursor are replaced together, so that a reader that is killed continues where the file says. */
function save(mirror: Mirror, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify(mirror));
  renameSync(`${file}.new`, file);
}

async function shownItems(client: Client): Promise<Mirror['items']> {
  const items: Mirror['items'] = {};
  for await (const item of paginate(listItems, { client, query: { limit: 1000 } })) items[item.ID] = item;
  return items;
}
