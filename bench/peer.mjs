// The baseline: writes the same rows as the service does for an item, with Express and pg in BEGIN … COMMIT, one query at a time.
// It validates nothing, encrypts nothing and has one Group, one Location and one token: only the cost of writing the rows is measured.
import { randomBytes, randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express();
app.use(express.json());

const TOKEN = randomUUID();
const EVENT = `insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
  values (1, 'item', $1, 1, 'ItemRegistered', $2, $3, $4, $5)`;
const KEY = `insert into subject_keys (group_id, stream_type, stream_id, sealed_key) values (1, 'item', $1, $2)`;
const ITEM = `insert into items (group_id, id, location_id, item, location, departured_date, shipping, item_storage, internal_notes,
  image_url, custom_storage_days, brand, colors, categories, owner, language_id, language_code, status, storage_expires_at,
  registered_by, version, created_at, updated_at, registered_by_token)
  values (1, $1, $2, $3, $4, $5, $6, $7, $8, null, null, $9, $10, $11, $12, 1, 'en', 'waiting-response', $13, null, 1, $14, $14, $15)
  returning id, location_id, item, location, departured_date, shipping, item_storage, internal_notes, brand, colors, categories, owner,
  language_id, language_code, status, storage_expires_at, version, created_at, updated_at`;
const DELIVERY = `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at,
  next_attempt_at, claimable_at) values (1, $1, 'itemStatus', $2, $3, 'waiting-response', $4, $5, $5, $5)`;
const MESSAGE = `insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
  values (1, 'item', $1, 1, 'item-found', $2, $3, $3)`;

app.post('/api/v2/items', async (request, response) => {
  const client = await pool.connect();
  try {
    const item = request.body;
    const now = new Date().toISOString();
    const { id } = (await client.query({ name: 'next', text: "select nextval('numbers.item_1')::int as id" })).rows[0];
    await client.query('BEGIN');
    await client.query({ name: 'key', text: KEY, values: [id, randomBytes(60)] });
    const actor = JSON.stringify({ type: 'integration', tokenID: TOKEN });
    await client.query({ name: 'event', text: EVENT, values: [id, JSON.stringify(item), actor, randomUUID(), now] });
    const values = [id, item.locationID, item.item, item.location, item.departuredDate.slice(0, 10), item.shipping];
    values.push(item.itemStorage, item.internalNotes, item.brand, item.colors, item.categories, item.owner, now, now, TOKEN);
    const { rows } = await client.query({ name: 'item', text: ITEM, values });
    const body = JSON.stringify({ type: 'item-status', timestamp: now, data: { id, locationID: item.locationID } });
    await client.query({ name: 'delivery', text: DELIVERY, values: [uuid7(), item.locationID, id, body, now] });
    await client.query({ name: 'message', text: MESSAGE, values: [id, item.locationID, now] });
    await client.query('COMMIT');
    response.status(201).json(rows[0]);
  } catch (error) {
    await client.query('ROLLBACK');
    console.error(error);
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

const SHOWN = `id, location_id, item, location, departured_date, shipping, item_storage, internal_notes, image_url, custom_storage_days,
  brand, colors, categories, owner, language_id, language_code, status, storage_expires_at, registered_by, created_at, updated_at`;
const READ = 'select version from items where group_id = 1 and id = $1 for update';
const CHANGED = `insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
  values (1, 'item', $1, $2, 'ItemUpdated', $3, $4, $5, $6)`;
const CHANGE = `update items set internal_notes = $2, version = $3, updated_at = $4 where group_id = 1 and id = $1 returning ${SHOWN}`;

app.put('/api/v2/items/:id', async (request, response) => {
  const client = await pool.connect();
  try {
    const { id } = request.params;
    const now = new Date().toISOString();
    await client.query('BEGIN');
    const { rows: found } = await client.query({ name: 'read', text: READ, values: [id] });
    const version = found[0].version + 1;
    const actor = JSON.stringify({ type: 'integration', tokenID: TOKEN });
    const event = [id, version, JSON.stringify(request.body), actor, randomUUID(), now];
    await client.query({ name: 'changed', text: CHANGED, values: event });
    const { rows } = await client.query({ name: 'change', text: CHANGE, values: [id, request.body.internalNotes, version, now] });
    await client.query('COMMIT');
    response.json(rows[0]);
  } catch (error) {
    await client.query('ROLLBACK');
    console.error(error);
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

app.get('/api/v2/items', async (request, response) => {
  const limit = Number(request.query.limit ?? 10);
  const text = `select ${SHOWN} from items where group_id = 1 and status <> 'deleted' order by id desc limit $1`;
  const { rows } = await pool.query({ name: 'list', text, values: [limit + 1] });
  response.json({ items: rows.slice(0, limit), hasMore: rows.length > limit, limit, page: 1 });
});

app.get('/api/v2/items/:id', async (request, response) => {
  const text = `select ${SHOWN} from items where group_id = 1 and id = $1 and status <> 'deleted'`;
  const { rows } = await pool.query({ name: 'one', text, values: [request.params.id] });
  if (rows.length === 0) response.status(404).json({ error: 'not found' });
  else response.json(rows[0]);
});

function uuid7() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex');
}

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
