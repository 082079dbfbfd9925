import { alone } from '../device/browser.js';
import { corrected, now } from '../session/clock.js';
import { isOffline, Problem } from '../session/problem.js';
import { session } from '../session/session.js';
import { type Deed, deeds, finds, type Refused } from './database.js';
import { sendDeed, sendFind } from './sending.js';
import { countRemoved, hindrance, read, removed, sent, underWay, waiting } from './state.js';

/** How often is tried while something waits, in ms. */
const EVERY = 15_000;

/** An attempt is still at work though its connection broke. */
const UNDER_WAY = 'idempotency_conflict';

/** How long something may wait on a device, in ms: photos and words of guests do not stay for ever. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

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

session.subscribe(() => void read().then(send));
addEventListener('online', () => void send());
setInterval(() => waiting.get() && waiting.get()!.finds.length + waiting.get()!.deeds.length > 0 && void send(), EVERY);
// Records that the device does not keep are lost with the page.
addEventListener('beforeunload', (event) => {
  if (!finds.isSafe || !deeds.isSafe) event.preventDefault();
});
void read();
