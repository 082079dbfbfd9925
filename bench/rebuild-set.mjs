// The items of the benchmark of rebuilds: one item's events and row, stored again for many others, sealed for each.
import pg from 'pg';
import { PersonalData } from '../dist/libs/platform/event-store/personal-data.js';
import { Keyring } from '../dist/libs/platform/secrets/index.js';
import { streams } from '../dist/libs/service/index.js';

const SECRET = Buffer.alloc(32, 7);

/** The first of the items. */
export const FIRST = 1_000_000;

/**
 * Stores the events and the row of one item again for many others. Indexes of items are made at the end, and what triggers made of the
 * one is copied, so that a million events take minutes.
 * @param superuser the address of the server for its superuser
 */
export async function copies(client, superuser, id, count) {
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'items'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await withoutTriggers(superuser, client.database, (filling) => fill(filling, id, count));
  for (const { definition } of indexes) await client.query(definition);
  for (const table of ['items', 'events', 'subject_keys']) await client.query(`vacuum analyze ${table}`);
  await client.query('checkpoint');
}

async function withoutTriggers(superuser, database, work) {
  const address = new URL(superuser);
  address.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await work(client);
  } finally {
    await client.end();
  }
}

/** Seals each for itself. */
async function fill(client, id, count) {
  const stream = streams().named('item');
  const personal = new PersonalData(new Keyring(SECRET));
  const { rows } = await client.query(
    `select e.*, sealed_key from events e join subject_keys using (group_id, stream_type, stream_id)
     where stream_type = 'item' and stream_id = $1 order by version limit 2`,
    [id],
  );
  const subjectOf = (n) => ({ groupID: rows[0].group_id, type: 'item', id: n });
  const { rows: names } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'items'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
  );
  const [{ columns }] = names;
  const key = personal.openKey(subjectOf(id), rows[0].sealed_key);
  const plain = rows.map(({ data }) => personal.open(stream, data, subjectOf(id), key));
  for (let at = 0; at < count; at += 1000) {
    const [keys, events] = [[], []];
    for (let n = FIRST + at; n < FIRST + Math.min(at + 1000, count); n++) {
      const own = personal.newKey(subjectOf(n));
      keys.push({ id: n, key: own.sealed.toString('hex') });
      for (const [index, { type, actor }] of rows.entries()) {
        events.push({ id: n, version: index + 1, type, actor, data: personal.seal(stream, plain[index], subjectOf(n), own) });
      }
    }
    const { group_id } = rows[0];
    await client.query(
      `insert into subject_keys select $1, 'item', id, decode(key, 'hex') from json_to_recordset($2) as given(id int, key text)`,
      [group_id, JSON.stringify(keys)],
    );
    await client.query(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
       select $1, 'item', given.id, given.version, given.type, given.data, given.actor, e.at
       from json_to_recordset($2) as given(id int, version int, type text, data json, actor json)
         join events e on (e.group_id, e.stream_type, e.stream_id, e.version) = ($1, 'item', $3, given.version)`,
      [group_id, JSON.stringify(events), id],
    );
    await client.query(
      `insert into items (id, ${columns})
       select n, ${columns} from items, generate_series($1::int, $2::int) n where group_id = $3 and id = $4`,
      [FIRST + at, FIRST + Math.min(at + 1000, count) - 1, group_id, id],
    );
  }
}
