import type { NewItemRequest } from '#client';
import { newKey } from '../device/browser.js';
import { isKnown } from '../session/clock.js';
import { type Deed, deeds, finds, type WaitingFind } from './database.js';
import { kept, without } from './photos.js';
import { send } from './sender.js';
import { read, underWay, userID } from './state.js';

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

/** Changes a find that was refused, and tries it again; what is registered is changed there. The key is new, as what it stands for is. */
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

/** Settles what another person left on the device, perhaps one without an account by now: the present one sends it, or it is deleted. */
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
