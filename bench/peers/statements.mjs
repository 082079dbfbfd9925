// The statements that the hand-written servers send to PostgreSQL: the rows that the service writes for an item, each by a statement
// prepared once.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** No connection is closed while others are measured: a new one takes a tenth of a second of CPU until it is warm. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, idleTimeoutMillis: 0 });

export const SHOWN = `id, location_id, item, location, departured_date, shipping, item_storage, internal_notes, image_url,
  custom_storage_days, brand, colors, categories, owner, language_id, language_code, status, storage_expires_at, registered_by, version,
  created_at, updated_at`;

export const NEXT = { name: 'next', text: "select nextval('numbers.item_1')::int as id" };
export const KEY = {
  name: 'key',
  text: `insert into subject_keys (group_id, stream_type, stream_id, sealed_key) values (1, 'item', $1, $2)`,
};
export const EVENT = {
  name: 'event',
  text: `insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
    values (1, 'item', $1, $2, $3, $4, $5, $6, $7)`,
};
export const ITEM = {
  name: 'item',
  text: `insert into items (group_id, id, location_id, item, location, departured_date, shipping, item_storage, internal_notes,
      image_url, custom_storage_days, brand, colors, categories, owner, language_id, language_code, status, storage_expires_at,
      registered_by, version, created_at, updated_at, registered_by_token)
    values (1, $1, $2, $3, $4, $5, $6, $7, $8, null, null, $9, $10, $11, $12, $13, $14, 'waiting-response', $15, null, 1, $16, $16, $17)
    returning ${SHOWN}`,
};
export const DELIVERY = {
  name: 'delivery',
  text: `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at,
    claimable_at) values (1, $1, 'itemStatus', $2, $3, 'waiting-response', $4, $5, $5, $5)`,
};
export const MESSAGE = {
  name: 'message',
  text: `insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
    values (1, 'item', $1, 1, 'item-found', $2, $3, $3)`,
};
export const ONE = { name: 'one', text: `select ${SHOWN} from items where group_id = 1 and id = $1 and status <> 'deleted'` };
export const FOUND = { name: 'found', text: 'select version from items where group_id = 1 and id = $1 for update' };
export const CHANGE = {
  name: 'change',
  text: `update items set internal_notes = $2, version = $3, updated_at = $4 where group_id = 1 and id = $1 returning ${SHOWN}`,
};

/** The values of ITEM. */
export function valuesOf({ id, item, language = { id: 1, code: 'en' }, expires, now, token }) {
  const { locationID, departuredDate, shipping, itemStorage, internalNotes, brand, colors, categories, owner } = item;
  const given = [locationID, item.item, item.location, departuredDate.slice(0, 10), shipping, itemStorage, internalNotes];
  return [id, ...given, brand, colors, categories, owner, language.id, language.code, expires ?? now, now, token];
}

/** The body of the webhook of a new item. */
export const reportOf = (id, { locationID }, now) =>
  JSON.stringify({ type: 'item-status', timestamp: now, data: { id, locationID } });

/** Does work in a transaction. @param work gets what sends a prepared statement with its values, and gives its rows */
export async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(async (statement, ...values) => (await client.query({ ...statement, values })).rows);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Identifiers that begin with the time, as deliveries have. */
export function uuid7() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex');
}
