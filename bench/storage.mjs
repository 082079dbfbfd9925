// What an item costs in PostgreSQL in its life: registered, answered by its owner and finished, each with a webhook. In bytes of each table
// with its indexes as they are then, and after `vacuum full`, with updates and how many of them were HOT. BENCH_ITEMS sets the number of items.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ITEM } from './compared.mjs';
import { caller, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 10_000);
const CALLS_AT_A_TIME = 16;
/** An item goes on once as many others were registered. */
const LATER = 500;
const LIFE = [
  [0, (call) => call('POST', '/items', ITEM)],
  [LATER, (call, id) => call('PUT', `/items/${id}/response`, { response: 'pickup' })],
  [2 * LATER, (call, id) => call('PUT', `/items/${id}/status`, { status: 'finished' })],
];

await onPostgres(async ({ database, start, superuser }) => {
  await busyAutovacuum(superuser);
  const { url, token } = await database('storage');
  const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4191' });
  await start('../dist/apps/worker/src/main.js', { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' });
  const call = caller(4191, token);
  const hook = `http://127.0.0.1:${receiver.address().port}/hooks`;
  await call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: hook } });

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const one = async (query) => Object.values((await client.query(query)).rows[0])[0];
  const walOf = () => one(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8`);
  const before = await walOf();
  const ids = [];
  let next = 0;
  const live = async () => {
    while (next < ITEMS + 2 * LATER) {
      const at = next++;
      for (const [later, step] of LIFE) {
        if (at < later || at - later >= ITEMS) continue;
        const { ID } = await step(call, await ids[at - later]);
        if (later === 0) ids[at] = ID;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, live));
  while ((await one('select count(*)::int from webhook_deliveries where status is null')) > 0) await pause(500);
  const written = (await walOf()) - before;
  await pause(3_000);
  const now = await tables(client);
  await client.query('vacuum full analyze');
  const packed = await tables(client);
  console.log(`Bytes per item, of ${ITEMS}; ${Math.round(written / ITEMS)} of write-ahead log in its life`);
  console.table(Object.fromEntries(now.map((table, at) => [table.name, perItem(table, packed[at])])));
  await client.end();
  receiver.close();
});

function perItem({ updates, hot, heap, indexes }, packed) {
  const per = (bytes) => Math.round(bytes / ITEMS);
  return {
    'rows per item': Number((packed.rows / ITEMS).toFixed(2)),
    'updates per item': Number((updates / ITEMS).toFixed(2)),
    'HOT %': updates === 0 ? null : Math.round((100 * hot) / updates),
    'bytes per item': per(heap),
    'and its indexes': per(indexes),
    'after vacuum full': per(packed.heap),
    'and indexes': per(packed.indexes),
  };
}

/** Tables with a row for about each item; partitions are counted together. */
async function tables(client) {
  const { rows } = await client.query(`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name, sum(c.reltuples)::int as rows,
      sum(n_tup_upd)::float8 as updates, sum(n_tup_hot_upd)::float8 as hot,
      sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 having sum(n_tup_ins) > ${ITEMS / 2} order by 1`);
  return rows;
}

/** Autovacuum looks every second instead of every minute, as what takes years elsewhere takes a minute here. */
async function busyAutovacuum(superuser) {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query(`alter system set autovacuum_naptime = '1s'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
