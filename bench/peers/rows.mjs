// Writes the same rows as the service, one statement at a time, and promises nothing: it knows no token, validates and encrypts nothing.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  CHANGE,
  DELIVERY,
  EVENT,
  FOUND,
  ITEM,
  inTransaction,
  KEY,
  MESSAGE,
  NEXT,
  reportOf,
  uuid7,
  valuesOf,
} from './statements.mjs';

const TOKEN = randomUUID();
const ACTOR = JSON.stringify({ type: 'integration', tokenID: TOKEN });

export async function register({ body: item }, response) {
  const now = new Date().toISOString();
  const row = await inTransaction(async (send) => {
    const [{ id }] = await send(NEXT);
    await send(KEY, id, randomBytes(60));
    await send(EVENT, id, 1, 'ItemRegistered', JSON.stringify(item), ACTOR, randomUUID(), now);
    const [made] = await send(ITEM, ...valuesOf({ id, item, now, token: TOKEN }));
    await send(DELIVERY, uuid7(), item.locationID, id, reportOf(id, item, now), now);
    await send(MESSAGE, id, item.locationID, now);
    return made;
  });
  response.status(201).json(row);
}

export async function change({ params: { id }, body }, response) {
  const now = new Date().toISOString();
  const row = await inTransaction(async (send) => {
    const [{ version }] = await send(FOUND, id);
    await send(EVENT, id, version + 1, 'ItemUpdated', JSON.stringify(body), ACTOR, randomUUID(), now);
    const [changed] = await send(CHANGE, id, body.internalNotes, version + 1, now);
    return changed;
  });
  response.json(row);
}
