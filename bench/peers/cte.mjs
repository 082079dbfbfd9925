// As `rows`, but each call is one statement: what somebody writes who knows PostgreSQL, and promises as little.
import { randomBytes, randomUUID } from 'node:crypto';
import { pool, reportOf, SHOWN, uuid7, valuesOf } from './statements.mjs';

const TOKEN = randomUUID();
const ACTOR = JSON.stringify({ type: 'integration', tokenID: TOKEN });

const REGISTER = {
  name: 'register',
  text: `with next as (select nextval('numbers.item_1')::int as id),
    key as (
      insert into subject_keys (group_id, stream_type, stream_id, sealed_key) select 1, 'item', id, $17::bytea from next
    ), event as (
      insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
      select 1, 'item', id, 1, 'ItemRegistered', $18, $19, $20::uuid, $15::timestamptz from next
    ), delivery as (
      insert into webhook_deliveries
        (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at, claimable_at)
      select 1, $21::uuid, 'itemStatus', $1::text, id, 'waiting-response', $22::text, $15::timestamptz, $15::timestamptz,
        $15::timestamptz from next
    ), message as (
      insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
      select 1, 'item', id, 1, 'item-found', $1::text, $15::timestamptz, $15::timestamptz from next
    )
    insert into items (group_id, id, location_id, item, location, departured_date, shipping, item_storage, internal_notes, image_url,
      custom_storage_days, brand, colors, categories, owner, language_id, language_code, status, storage_expires_at, registered_by,
      version, created_at, updated_at, registered_by_token)
    select 1, id, $1, $2::text, $3::text, $4::text, $5::json, $6::text, $7::text, null, null, $8::text, $9::text[], $10::text[],
      $11::json, $12::int, $13::text, 'waiting-response', $14::timestamptz, null, 1, $15::timestamptz, $15::timestamptz, $16::uuid
    from next
    returning ${SHOWN}`,
};

export async function register({ body: item }, response) {
  const now = new Date().toISOString();
  const [, ...values] = valuesOf({ item, now, token: TOKEN });
  // The number is drawn by the statement: the report has another in its place, as long as such a one.
  values.push(randomBytes(60), JSON.stringify(item), ACTOR, randomUUID(), uuid7(), reportOf(10_000, item, now));
  const { rows } = await pool.query({ ...REGISTER, values });
  response.status(201).json(rows[0]);
}

const CHANGE = {
  name: 'change',
  text: `with changed as (
      update items set internal_notes = $2, version = version + 1, updated_at = $3::timestamptz
      where group_id = 1 and id = $1::int returning ${SHOWN}
    ), event as (
      insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
      select 1, 'item', id, version, 'ItemUpdated', $4, $5, $6::uuid, $3::timestamptz from changed
    )
    select * from changed`,
};

export async function change({ params: { id }, body }, response) {
  const values = [id, body.internalNotes, new Date().toISOString(), JSON.stringify(body), ACTOR, randomUUID()];
  const { rows } = await pool.query({ ...CHANGE, values });
  response.json(rows[0]);
}
