// Keeps what the service promises of a write, one statement at a time: who calls is known by a token that may be revoked, the body is what
// openapi.json allows, the Location is active until the commit, the Language is one of its own, what is personal is sealed by a key of the
// item, and whoever is subscribed is told.
import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Keyring, Secrets } from '../../dist/libs/platform/secrets/index.js';
import * as sql from './statements.mjs';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')), 'api');
const [isItem, isChange] = ['NewItemRequest', 'ItemUpdateRequest'].map((name) =>
  ajv.compile({ $ref: `api#/components/schemas/${name}` }),
);
const keys = new Keyring(Buffer.from(process.env.SECRET_KEY, 'base64')).of('subject-key');
const PUBLIC = ['locationID', 'departuredDate', 'shipping', 'brand', 'colors', 'categories'];

const CALLER = {
  name: 'caller',
  text: `select t.id, t.role, t.expires_at, g.id as group_id, g.code from api_tokens t join groups g on g.id = t.group_id
    where t.hash = $1 and t.revoked_at is null`,
};
const LOCK = { name: 'lock', text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))' };
const LOCATION = {
  name: 'location',
  text: 'select id, item_storage_days from locations where group_id = 1 and location_id = $1 and active',
};
const LANGUAGE = {
  name: 'language',
  text: `select l.id, l.code from languages l
    left join location_languages chosen on chosen.group_id = l.group_id and chosen.location_id = $1
    where l.group_id = 1 and (l.location_id is null or l.location_id = $1)
      and (chosen.group_id is null or l.id = any(chosen.language_ids))
    order by l.id limit 1`,
};
const SUBSCRIBED = {
  name: 'subscribed',
  text: `select kind from webhook_endpoints where group_id = 1 and kind = $1 and enabled and url is not null
    union all select 'endpoint:' || id from webhook_event_endpoints where group_id = 1 and enabled and $2 = any(event_types)`,
};
const SEALED_KEY = {
  name: 'sealed key',
  text: `select sealed_key from subject_keys where group_id = 1 and stream_type = 'item' and stream_id = $1`,
};

const refusal = (status, message) => Object.assign(new Error(message), { status });

export async function callerOf({ headers }) {
  const given = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const { rows } = await sql.pool.query({ ...CALLER, values: [hash('sha256', given, 'buffer')] });
  const [token] = rows;
  if (!token || (token.expires_at && token.expires_at < new Date())) throw refusal(401, 'a valid token is needed');
  return { id: token.id, actor: JSON.stringify({ type: 'integration', tokenID: token.id }) };
}

/** The fields as an event keeps them: what may tell of a person is sealed. */
function sealed(fields, id, secrets) {
  const seal = (value) => ({ sealed: secrets.seal(JSON.stringify(value), `1/item/${id}`).toString('base64') });
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, PUBLIC.includes(name) ? value : seal(value)])),
  );
}

export async function register({ body: item }, response, { id: token, actor }) {
  if (!isItem(item)) throw refusal(400, ajv.errorsText(isItem.errors));
  const now = new Date().toISOString();
  const row = await sql.inTransaction(async (send) => {
    await send(LOCK, `1/location/${item.locationID}`);
    const [location] = await send(LOCATION, item.locationID);
    if (!location) throw refusal(400, 'locationID');
    const [language] = await send(LANGUAGE, item.locationID);
    const [{ id }] = await send(sql.NEXT);
    const key = Secrets.newKey();
    await send(sql.KEY, id, keys.seal(key, `1/item/${id}`));
    await send(sql.EVENT, id, 1, 'ItemRegistered', sealed(item, id, new Secrets(key)), actor, randomUUID(), now);
    const expires = new Date(Date.parse(now) + location.item_storage_days * 86_400_000).toISOString();
    const [made] = await send(sql.ITEM, ...sql.valuesOf({ id, item, language, expires, now, token }));
    for (const _ of await send(SUBSCRIBED, 'itemStatus', 'item.registered'))
      await send(sql.DELIVERY, sql.uuid7(), item.locationID, id, sql.reportOf(id, item, now), now);
    await send(sql.MESSAGE, id, item.locationID, now);
    return made;
  });
  response
    .status(201)
    .set({ Location: `/api/v2/items/${row.id}`, ETag: '"1"' })
    .json(row);
}

export async function change({ params: { id }, body }, response, { actor }) {
  if (!isChange(body)) throw refusal(400, ajv.errorsText(isChange.errors));
  const now = new Date().toISOString();
  const row = await sql.inTransaction(async (send) => {
    const [found] = await send(sql.FOUND, id);
    if (!found) throw refusal(404, 'not found');
    const [{ sealed_key: stored }] = await send(SEALED_KEY, id);
    const data = sealed(body, id, new Secrets(keys.open(stored, `1/item/${id}`)));
    await send(sql.EVENT, id, found.version + 1, 'ItemUpdated', data, actor, randomUUID(), now);
    const [changed] = await send(sql.CHANGE, id, body.internalNotes, found.version + 1, now);
    await send(SUBSCRIBED, 'none', 'item.updated');
    return changed;
  });
  response.set('ETag', `"${row.version}"`).json(row);
}
