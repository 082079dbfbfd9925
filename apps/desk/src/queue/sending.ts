import {
  addPhoto,
  changeRequestStatus,
  deletePhoto,
  getItem,
  getRequest,
  handOverItem,
  type ItemRecord,
  type RequestRecord,
  registerItem,
  updateItem,
  updateMyFind,
} from '#client';
import { corrected } from '../session/clock.js';
import { differences } from '../session/meanwhile.js';
import { answerOf, ask, isOutdated, Problem } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { say } from '../texts/say.js';
import { t } from '../texts/texts.js';
import { type Deed, deeds, finds, type WaitingFind } from './database.js';
import { photosOf, without } from './photos.js';

/** Registers a find, corrects what was mended, and sends its photos. @returns its number. @throws Problem, with a photo's key as cause */
export async function sendFind(find: WaitingFind): Promise<number> {
  const itemID = find.itemID ?? (await registered(find));
  if (find.mended) {
    await mendedThere(itemID, find.mended);
    await finds.change(find.key, (there) => there && { ...there, item: { ...there.item, ...find.mended }, mended: undefined });
  }
  for (const { key, photo } of photosOf(find)) {
    // It may have been taken out meanwhile.
    const there = await finds.get(find.key);
    if (!there || !photosOf(there).some((one) => one.key === key)) continue;
    await ask(addPhoto({ client, path: { itemID }, body: { image: photo }, headers: { 'Idempotency-Key': key } })).catch(
      (error: unknown) => {
        if (error instanceof Problem) error.cause = key;
        throw error;
      },
    );
    await finds.change(find.key, (left) => left && without(left, key));
  }
  await finds.change(find.key, () => undefined);
  return itemID;
}

async function registered({ key, callKey = key, item, isTimed }: WaitingFind): Promise<number> {
  const body = { ...item, foundAt: isTimed ? item.foundAt : corrected(item.foundAt!) };
  // A second attempt says the same.
  if (!isTimed) await finds.change(key, (there) => there && { ...there, item: body, isTimed: true });
  const { ID } = await ask(registerItem({ client, body, headers: { 'Idempotency-Key': callKey } }));
  let isThere = false;
  await finds.change(key, (there) => {
    isThere = there !== undefined;
    return there && { ...there, itemID: ID };
  });
  if (!isThere) say(t('waiting.registered', { id: ID }));
  return ID;
}

/** Only what was mended is changed, as the record is now. */
async function mendedThere(itemID: number, body: { item: string; location: string }): Promise<void> {
  const path = { itemID };
  if (!may('items.edit')) await ask(updateMyFind({ client, path, body }));
  else {
    const { etag } = await answerOf(getItem({ client, path }));
    await ask(updateItem({ client, path, headers: { 'If-Match': etag }, body }));
  }
}

/** Sends something done at the desk. @returns the number of its record. @throws Problem, with what somebody else has changed */
export async function sendDeed(deed: Deed): Promise<number> {
  // It may have been taken back meanwhile.
  if (!(await deeds.get(deed.key))) return deed.id;
  try {
    await ask(callOf(deed));
  } catch (error) {
    if (!(await isDone(deed, error))) throw error;
  }
  await deeds.change(deed.key, () => undefined);
  return deed.id;
}

function callOf(deed: Deed): Parameters<typeof ask<unknown>>[0] {
  const headers = { 'If-Match': deed.etag, 'Idempotency-Key': deed.callKey };
  if (deed.kind === 'hand-over') return handOverItem({ client, path: { itemID: deed.id }, headers, body: deed.body });
  if (deed.kind === 'remove-photo') return deletePhoto({ client, path: { itemID: deed.id, photoID: deed.photoID } });
  return changeRequestStatus({ client, path: { requestID: deed.id }, headers, body: { status: 'not-found' } });
}

/** Whether an earlier attempt has done it, with an answer that was lost; an outdated one is told what has changed. */
async function isDone(deed: Deed, error: unknown): Promise<boolean> {
  if (deed.kind === 'remove-photo') return error instanceof Problem && error.status === 404;
  if (!isOutdated(error)) return false;
  const read = () =>
    deed.kind === 'hand-over'
      ? getItem({ client, path: { itemID: deed.id } })
      : getRequest({ client, path: { requestID: deed.id } });
  const { data: now, etag } = await answerOf<ItemRecord | RequestRecord>(read() as never);
  if (deed.kind === 'not-found' && now.status === 'not-found') return true;
  Object.assign(error, { meanwhile: differences(deed.before, now), etag });
  return false;
}
