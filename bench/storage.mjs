// What an item and the delivery of its webhook cost in PostgreSQL, in bytes of each table with its indexes, and in commands to the
// write-ahead log. BENCH_ITEMS sets the number of items.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ITEM } from './compared.mjs';
import { caller, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 20_000);
const CALLS_AT_A_TIME = 32;

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('storage');
  const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const api = await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4191' });
  const call = caller(4191, token);
  const hook = `http://127.0.0.1:${receiver.address().port}/hooks`;
  await call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: hook } });

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const before = await walOf(client);
  let left = ITEMS;
  await Promise.all(
    Array.from({ length: CALLS_AT_A_TIME }, async () => {
      while (left-- > 0) await call('POST', '/items', ITEM);
    }),
  );
  const written = (await walOf(client)) - before;
  await start('../dist/apps/worker/src/main.js', { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' });
  while ((await delivered(client)) < ITEMS) await pause(500);
  await client.query('vacuum full analyze');
  const { rows } = await client.query(`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name, sum(c.reltuples)::int as rows,
      sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 having sum(c.reltuples) > ${ITEMS / 2} order by 1`);
  const per = ({ rows: count, heap, indexes }) => ({
    'rows per item': Number((count / ITEMS).toFixed(2)),
    'bytes per item': Math.round(heap / ITEMS),
    'and its indexes': Math.round(indexes / ITEMS),
  });
  console.log(
    `Bytes per item, of ${ITEMS} with one webhook each; ${Math.round(written / ITEMS)} of write-ahead log per registration`,
  );
  console.table(Object.fromEntries(rows.map((row) => [row.name, per(row)])));
  await client.end();
  await api.end();
  receiver.close();
});

async function walOf(client) {
  const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`);
  return rows[0].bytes;
}

async function delivered(client) {
  const { rows } = await client.query('select count(*)::int as count from webhook_attempts');
  return rows[0].count;
}
