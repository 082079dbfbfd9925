import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connected, createDatabase } from '../support/database.js';

it('docs/scaling.md says of every table how it is distributed, with what it refers to', async () => {
  const [, page] = /^## Distribution$(.*?)^## /ms.exec(readFileSync('docs/scaling.md', 'utf8')) as unknown as [string, string];
  const rows = [...page.matchAll(/^\| `(\w+)` \| ?([^|]*?) ?\|/gm)].map(([, name, second]) => [name!, second!]);
  const database = await createDatabase();
  try {
    await connected(database.url, async (client) => {
      const tables = await client.query<{ name: string; target: string | null }>(`
        select t.relname as name, min(f.relname) as target from pg_class t
        left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' left join pg_class f on f.oid = k.confrelid
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition group by 1`);
      expect(rows.map(([name]) => name).sort()).toEqual(tables.rows.map(({ name }) => name).sort());
      const distributed = new Map(rows.filter(([, second]) => second === '' || second!.startsWith('`')) as [string, string][]);
      for (const { name, target } of tables.rows.filter((each) => distributed.has(each.name) && each.target !== null))
        expect(`${name} refers to ${distributed.get(name)}`).toBe(`${name} refers to \`${target}\``);
    });
  } finally {
    await database.drop();
  }
});
