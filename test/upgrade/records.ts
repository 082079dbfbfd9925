import pg from 'pg';

/** The first of the copied items. */
export const FIRST = 1_000_000;

/** Stores rows and events of an item again for many others. What is sealed stays that of the first, and is not read here. */
export async function copyItem(url: string, id: number, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const copies = async (table: string, key: string, where: string) => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
         and attname not in ('${key}', 'transaction_id')`,
    );
    const { names } = rows[0]!;
    await client.query(
      `insert into ${table} (${key}, ${names})
       select n, ${names} from ${table}, generate_series(${FIRST}, ${FIRST + times - 1}) n where ${where}`,
    );
  };
  const stream = `stream_type = 'item' and stream_id = ${id}`;
  await copies('subject_keys', 'stream_id', stream);
  await copies('events', 'stream_id', stream);
  await copies('items', 'id', `id = ${id}`);
  await client.query('vacuum analyze');
  await client.end();
}
