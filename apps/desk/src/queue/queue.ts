import type { NewItemRequest } from '#client';
import { alone, newKey, readSetting, writeSetting } from '../session/browser.js';
import { corrected, isKnown, now } from '../session/clock.js';
import { isOffline, Problem } from '../session/problem.js';
import { session } from '../session/session.js';
import { store } from '../store.js';
import { type Deed, deeds, finds, type Refused, type WaitingFind } from './database.js';
import { kept, without } from './photos.js';
import { sendDeed, sendFind } from './sending.js';

/** How often is tried while something waits, in ms. */
const EVERY = 15_000;

/** An attempt whose connection broke is still at work. */
const UNDER_WAY = 'idempotency_conflict';

/** How long something may wait on a device, in ms: photos and words of guests do not stay for ever. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

interface Waiting {
  finds: readonly WaitingFind[];
  deeds: readonly Deed[];
  /** How many other persons left on the device. */
  others: number;
}

/** Null until it was read what is on the device. */
const waiting = store<Waiting | null>(null);
const REMOVED = 'desk-removed';
const removed = store(Number(readSetting(REMOVED)));
/** What has been sent since the desk was opened: the numbers of finds, by their keys. */
const sent = store<ReadonlyMap<string, number>>(new Map());
/** What is being sent. */
const underWay = store<string | null>(null);
/** Why the last attempt had to end; null where nothing hinders. */
const hindrance = store<unknown>(null);

/** The finds of this person that wait on the device, oldest first; none until they were read. */
export const useWaiting = () => waiting.use()?.finds ?? [];
/** What this person did that waits to be recorded. */
export const useDeeds = () => waiting.use()?.deeds ?? [];
export const useIsRead = () => waiting.use() !== null;
export const useSent = sent.use;
export const useUnderWay = underWay.use;
export const useHindrance = hindrance.use;
/** How much of other persons waits on the device; of anybody where nobody is signed in. */
export const useOthers = () => waiting.use()?.others ?? 0;
/** How many were removed, as they had waited for seven days, and nobody has read that yet. */
export const useRemoved = removed.use;
export const readRemoved = () => countRemoved(0);
/** Hears of each change that the service took. */
export const onRecorded = (listener: () => void) => sent.subscribe(listener);

function userID(): number | null {
  const now = session.get();
  return now.kind === 'in' || now.kind === 'offline' ? (now.me.user?.ID ?? null) : null;
}

function countRemoved(count: number): void {
  writeSetting(REMOVED, String(count));
  removed.set(count);
}

async function read(): Promise<Waiting> {
  const [allFinds, allDeeds] = [[...(await finds.all()).values()], [...(await deeds.all()).values()]];
  const isOwn = (one: { userID: number }) => one.userID === userID();
  const own = {
    finds: allFinds.filter(isOwn).sort((one, other) => one.savedAt.localeCompare(other.savedAt)),
    deeds: allDeeds.filter(isOwn).sort((one, other) => one.due - other.due),
  };
  const read = { ...own, others: allFinds.length + allDeeds.length - own.finds.length - own.deeds.length };
  waiting.set(read);
  return read;
}

async function changed(): Promise<void> {
  await read();
  void send();
}

/**
 * Keeps a find, then sends what waits.
 * @param key its Idempotency-Key, made when the form was shown: what is there already is not saved again
 * @returns whether the device keeps it; otherwise it is lost when the window is closed before it is sent
 */
export async function save(key: string, item: NewItemRequest, photos: readonly Blob[]): Promise<boolean> {
  const find = {
    key,
    userID: userID()!,
    item,
    photos: await Promise.all(photos.map(kept)),
    savedAt: item.foundAt!,
    isTimed: isKnown(),
  };
  const isKept = await finds.change(key, (there) => there ?? find);
  await changed();
  return isKept;
}

/** Keeps something done at the desk, which is sent as soon as it can not be undone any more. @returns whether the device keeps it */
export async function keepDeed(deed: Deed): Promise<boolean> {
  const isKept = await deeds.change(deed.key, (there) => there ?? deed);
  setTimeout(() => void send(), deed.due - Date.now());
  await read();
  return isKept;
}

/** Takes it back, where it is not being sent. */
export async function undo(key: string): Promise<void> {
  if (underWay.get() === key) return;
  await deeds.change(key, () => undefined);
  await read();
}

/** Sends a refused one again, over what somebody else has changed. */
export async function retryDeed(key: string): Promise<void> {
  await deeds.change(key, (there) => {
    if (!there) return undefined;
    const { refused, ...deed } = there;
    return { ...deed, etag: refused?.etag ?? deed.etag, callKey: newKey() };
  });
  await changed();
}

/** Fields of a find that are needed: what was refused of the others is left out. */
const NEEDED = ['item', 'location', 'locationID', 'foundAt'];

/** Names the optional fields of a find that were refused. */
export const leftOut = ({ refused }: WaitingFind): string[] =>
  [...new Set(refused?.fields.map((path) => path.split('.')[0]!))].filter((field) => !NEEDED.includes(field));

/** Changes a find that was refused, and tries it again; what is registered is changed there. The key is new: what it stands for has changed. */
export async function mend(find: WaitingFind, words: { item: string; location: string }): Promise<void> {
  await finds.change(find.key, (there) => {
    if (!there) return undefined;
    const { refused: _refused, ...rest } = there;
    const isSame = words.item === there.item.item && words.location === there.item.location;
    if (there.itemID !== undefined) return isSame ? rest : { ...rest, mended: words };
    const item = { ...there.item, ...words };
    for (const field of leftOut(there)) delete item[field as keyof typeof item];
    return { ...rest, callKey: newKey(), item };
  });
  await changed();
}

/** Leaves a photo out that was refused, or takes another in its place. */
export async function replacePhoto(find: WaitingFind, photoKey: string, photo?: Blob): Promise<void> {
  const taken = photo && (await kept(photo));
  await finds.change(find.key, (there) => {
    if (!there) return undefined;
    const { refused: _refused, ...rest } = without(there, photoKey);
    return taken ? { ...rest, photos: [...rest.photos, taken] } : rest;
  });
  await changed();
}

export async function discard(key: string): Promise<void> {
  await finds.change(key, () => undefined);
  await read();
}

/** Settles what another person, whose account may be gone, left on the device: the present one sends it, or it is deleted. */
export async function settleOthers(how: 'take over' | 'discard'): Promise<void> {
  const me = userID()!;
  const settled = <One extends { userID: number }>(one: One | undefined): One | undefined => {
    if (!one || one.userID === me) return one;
    return how === 'discard' ? undefined : { ...one, userID: me };
  };
  for (const key of (await finds.all()).keys()) await finds.change(key, settled);
  for (const key of (await deeds.all()).keys()) await deeds.change(key, settled);
  await changed();
}

let isSending = false;
let isWanted = false;

/** Sends what waits, one after the other, each step once; one window at a time. */
export async function send(): Promise<void> {
  isWanted = true;
  if (isSending) return;
  isSending = true;
  try {
    while (isWanted) {
      isWanted = false;
      await alone('desk-queue', round);
    }
  } finally {
    isSending = false;
  }
}

/** One attempt at all that waits. */
async function round(): Promise<void> {
  if (session.get().kind !== 'in') return;
  const before = await read();
  const isDue = (deed: Deed) => deed.due <= Date.now() || deed.due > Date.now() + EVERY;
  const steps = [
    ...before.deeds.filter(isDue).map((deed) => ({ one: deed, at: deeds, work: () => sendDeed(deed) })),
    ...before.finds.map((find) => ({ one: find, at: finds, work: () => sendFind(find) })),
  ];
  let hinders: unknown = null;
  for (const { one, at, work } of steps) {
    if (one.refused) continue;
    underWay.set(one.key);
    try {
      const number = await work();
      sent.set(new Map(sent.get()).set(one.key, number));
    } catch (error) {
      hinders = error;
      // Without the network or the service, with no session, or while an earlier attempt is at work, the others wait as well.
      if (!isOfOne(error)) break;
      if (isRefusal(error))
        await (at as typeof finds).change(one.key, (there) => there && { ...there, refused: refusedOf(error) });
    } finally {
      underWay.set(null);
    }
    await read();
  }
  hindrance.set(hinders);
  if (!hinders || isOfOne(hinders)) await giveUp();
  await read();
}

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && !isOffline(error);
/** Whether the others can be sent all the same. */
const isOfOne = (error: unknown): boolean =>
  isRefusal(error) ? error.status !== 401 && error.code !== UNDER_WAY : error instanceof Problem && error.status === 500;

function refusedOf({ code, fields, meanwhile, etag, cause }: Problem): Refused {
  const photo = typeof cause === 'string' ? cause : undefined;
  return { code, fields: fields.map(({ field }) => field), photo, meanwhile, etag };
}

/** Removes what has waited for too long by the service's clock, once it was tried. */
async function giveUp(): Promise<void> {
  const isOld = (at: string) => now().getTime() - Date.parse(corrected(at)) > KEPT;
  for (const [key, { savedAt }] of await finds.all()) if (isOld(savedAt)) await gone(() => finds.change(key, () => undefined));
  for (const [key, { at }] of await deeds.all()) if (isOld(at)) await gone(() => deeds.change(key, () => undefined));
}

async function gone(forget: () => Promise<boolean>): Promise<void> {
  await forget();
  countRemoved(removed.get() + 1);
}

session.subscribe(() => void changed());
addEventListener('online', () => void send());
setInterval(() => waiting.get() && waiting.get()!.finds.length + waiting.get()!.deeds.length > 0 && void send(), EVERY);
// What the device does not keep is lost with the page.
addEventListener('beforeunload', (event) => {
  if (!finds.isSafe || !deeds.isSafe) event.preventDefault();
});
void read();
