import { readSetting, writeSetting } from '../device/browser.js';
import { store } from '../device/store.js';
import { session } from '../session/session.js';
import { type Deed, deeds, finds, type WaitingFind } from './database.js';

interface Waiting {
  finds: readonly WaitingFind[];
  deeds: readonly Deed[];
  /** How many other persons left on the device. */
  others: number;
  /** Whether the device keeps all of it, not the page alone. */
  isKept: boolean;
}

/** Null until it was read what is on the device. */
export const waiting = store<Waiting | null>(null);
const REMOVED = 'desk-removed';
export const removed = store(Number(readSetting(REMOVED)));
/** The finds that have been sent since the desk was opened: the numbers of finds, by their keys. */
export const sent = store<ReadonlyMap<string, number>>(new Map());
/** The key of the find that is being sent. */
export const underWay = store<string | null>(null);
/** Why the last attempt had to end; null where nothing hinders. */
export const hindrance = store<unknown>(null);

/** The finds of this person that wait on the device, oldest first; none until they were read. */
export const useWaiting = () => waiting.use()?.finds ?? [];
/** The deeds of this person that wait to be recorded. */
export const useDeeds = () => waiting.use()?.deeds ?? [];
/** Whether what waits is there after this page is closed. */
export const useIsKept = () => waiting.use()?.isKept ?? true;
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

/** The person who works here, if anybody. */
export function userID(): number | null {
  const now = session.get();
  return now.kind === 'in' || now.kind === 'offline' ? (now.me.user?.ID ?? null) : null;
}

export function countRemoved(count: number): void {
  writeSetting(REMOVED, String(count));
  removed.set(count);
}

/** Reads what waits on the device. */
export async function read(): Promise<Waiting> {
  const [allFinds, allDeeds] = [[...(await finds.all()).values()], [...(await deeds.all()).values()]];
  const isOwn = (one: { userID: number }) => one.userID === userID();
  const own = {
    finds: allFinds.filter(isOwn).sort((one, other) => one.savedAt.localeCompare(other.savedAt)),
    deeds: allDeeds.filter(isOwn).sort((one, other) => one.due - other.due),
  };
  const others = allFinds.length + allDeeds.length - own.finds.length - own.deeds.length;
  const read = { ...own, others, isKept: finds.isSafe && deeds.isSafe };
  waiting.set(read);
  return read;
}
