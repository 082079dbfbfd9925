import { keyID } from '#platform/secrets';
import { connected } from './database.js';
import type { TestService } from './service.js';

/** The tables with values of a key: the key's ID stands in front of each, whether as bytes or in base64 in a text. */
export function tablesSealedWith({ options }: Pick<TestService, 'options'>, key: Buffer): Promise<string[]> {
  const id = keyID(key);
  const [inBytes, inText] = [`\\x${id.toString('hex')}`, id.toString('base64').slice(0, 5)];
  return connected(options.databaseUrl, async (client) => {
    const found: string[] = [];
    const { rows: tables } = await client.query(`select tablename as name from pg_tables where schemaname = 'public'`);
    for (const { name } of tables) {
      const any = `select from "${name}" t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`;
      if ((await client.query(any, [inBytes, inText])).rowCount! > 0) found.push(name);
    }
    return found.sort();
  });
}
