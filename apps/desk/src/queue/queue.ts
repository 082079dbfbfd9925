import { addPhoto, type NewItemRequest, registerItem } from '#client';
import { ask, isOffline, Problem } from '../session/problem.js';
import { client, session } from '../session/session.js';
import { store } from '../store.js';
import { database, type WaitingFind } from './database.js';

/** How often is tried while something waits, in ms. */
const EVERY = 15_000;

/** An attempt whose connection broke is still at work. */
const UNDER_WAY = 'idempotency_conflict';

/** How long a find may wait on a device, in ms: photos and words of guests do not stay for ever. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

/** Null until it was read what is on the device. */
const waiting = store<readonly WaitingFind[] | null>(null);
const others = store(0);
const REMOVED = 'desk-removed';
const removed = store(Number(localStorage.getItem(REMOVED)));
const sentLast = store<{ itemID: number; item: string } | null>(null);

/** The finds of this person that wait on the device, oldest first; none until they were read. */
export const useWaiting = () => waiting.use() ?? [];
export const useIsRead = () => waiting.use() !== null;
export const useSentLast = () => sentLast.use();
/** How many finds of other persons wait on the device. */
export const useOthers = () => others.use();
/** How many were removed, as they had waited for seven days, and nobody has read that yet. */
export const useRemoved = () => removed.use();
export const readRemoved = () => countRemoved(0);

function userID(): number | null {
  const now = session.get();
  return now.kind === 'in' || now.kind === 'offline' ? (now.me.user?.ID ?? null) : null;
}

function countRemoved(count: number): void {
  localStorage.setItem(REMOVED, String(count));
  removed.set(count);
}

async function read(): Promise<void> {
  const db = await database;
  const all = await db.getAll('finds');
  const old = all.filter(({ savedAt }) => Date.now() - Date.parse(savedAt) > KEPT);
  for (const { key } of old) await db.delete('finds', key);
  if (old.length > 0) countRemoved(removed.get() + old.length);
  const kept = all.filter((find) => !old.includes(find));
  const own = kept.filter((find) => find.userID === userID());
  others.set(kept.length - own.length);
  waiting.set(own.sort((one, other) => one.savedAt.localeCompare(other.savedAt)));
}

/** Keeps a find on the device, then sends what waits. @returns its key */
export async function save(item: NewItemRequest, photos: Blob[]): Promise<string> {
  const key = crypto.randomUUID();
  const find = { key, userID: userID()!, item, photos, savedAt: new Date().toISOString(), photosSent: 0 };
  await (await database).put('finds', find);
  await read();
  void send();
  return key;
}

/** Changes a find that was refused, and tries it again. The key is new: what it stands for has changed. */
export async function mend(find: WaitingFind, item: NewItemRequest): Promise<void> {
  const { refused: _refused, ...rest } = find;
  await (await database).delete('finds', find.key);
  await (await database).put('finds', { ...rest, key: crypto.randomUUID(), item });
  await read();
  void send();
}

export async function discard(key: string): Promise<void> {
  await (await database).delete('finds', key);
  await read();
}

/** Settles finds that another person, whose account may be gone, left on the device: the present one sends them, or they are deleted. */
export async function settleOthers(how: 'take over' | 'discard'): Promise<void> {
  const db = await database;
  for (const find of await db.getAll('finds')) {
    if (find.userID === userID()) continue;
    if (how === 'discard') await db.delete('finds', find.key);
    else await db.put('finds', { ...find, userID: userID()! });
  }
  await read();
  void send();
}

/** Sends what waits, one after the other, each step once; one tab at a time. */
export async function send(): Promise<void> {
  await navigator.locks.request('desk-queue', { ifAvailable: true }, async (lock) => {
    if (!lock || session.get().kind !== 'in') return;
    await read();
    for (const find of waiting.get() ?? []) {
      if (find.refused) continue;
      try {
        await sendOne(find);
      } catch (error) {
        // Without the network or the service, with no session, or while an earlier attempt is at work, the others wait as well.
        if (!(error instanceof Problem) || isOffline(error) || error.status === 401 || error.code === UNDER_WAY) break;
        const refused = { code: error.code, fields: error.fields.map(({ field, message }) => `${field}: ${message}`) };
        await (await database).put('finds', { ...(await current(find)), refused });
      }
    }
    await read();
  });
}

const current = async (find: WaitingFind) => (await (await database).get('finds', find.key)) ?? find;

async function sendOne(find: WaitingFind): Promise<void> {
  const db = await database;
  let { itemID, photosSent } = find;
  if (itemID === undefined) {
    const item = await ask(registerItem({ client, body: find.item, headers: { 'Idempotency-Key': find.key } }));
    itemID = item.ID;
    await db.put('finds', { ...find, itemID, photosSent });
  }
  for (const [nth, photo] of find.photos.entries()) {
    if (nth < photosSent) continue;
    const headers = { 'Idempotency-Key': `${find.key}-${nth}` };
    await ask(addPhoto({ client, path: { itemID }, body: { image: photo }, headers }));
    photosSent = nth + 1;
    await db.put('finds', { ...find, itemID, photosSent });
  }
  await db.delete('finds', find.key);
  sentLast.set({ itemID, item: find.item.item });
  await read();
}

session.subscribe(() => void read().then(send));
addEventListener('online', () => void send());
setInterval(() => waiting.get()?.length && void send(), EVERY);
