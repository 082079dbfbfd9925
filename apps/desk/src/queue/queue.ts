import { addPhoto, type NewItemRequest, registerItem } from '#client';
import { ask, isOffline, Problem } from '../session/problem.js';
import { client, session } from '../session/session.js';
import { store } from '../store.js';
import { database, type WaitingFind } from './database.js';

/** How often is tried while something waits, in ms. */
const EVERY = 15_000;

const waiting = store<readonly WaitingFind[]>([]);
const sentLast = store<{ itemID: number; item: string } | null>(null);

/** The finds of this person that wait on the device, oldest first. */
export const useWaiting = () => waiting.use();
export const useSentLast = () => sentLast.use();

function userID(): number | null {
  const now = session.get();
  return now.kind === 'in' || now.kind === 'offline' ? (now.me.user?.ID ?? null) : null;
}

async function read(): Promise<void> {
  const all = await (await database).getAll('finds');
  const own = all.filter((find) => find.userID === userID());
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

/** Sends what waits, one after the other, each step once; one tab at a time. */
export async function send(): Promise<void> {
  await navigator.locks.request('desk-queue', { ifAvailable: true }, async (lock) => {
    if (!lock || session.get().kind !== 'in') return;
    await read();
    for (const find of waiting.get()) {
      if (find.refused) continue;
      try {
        await sendOne(find);
      } catch (error) {
        // Without the network, or without the service, the others wait as well.
        if (isOffline(error) || !(error instanceof Problem) || error.status >= 500 || [401, 429].includes(error.status)) break;
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
setInterval(() => waiting.get().length > 0 && void send(), EVERY);
