// `npm run migration -- items brands` writes the migration that brings tables to what their entities say, and prints what is left to do.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { migrate } from '#service';
import { BEYOND_ENTITIES, catalogOf, describedByEntities, differences } from '../test/database/catalog.ts';

const COLUMN = `
  select format_type(atttypid, atttypmod) as type, pg_get_expr(adbin, adrelid) as value, attnotnull as required,
    attgenerated <> '' or attidentity <> '' as computed
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = $1::regclass and attname = $2`;

const [part, title] = process.argv.slice(2);
const folder = ['contexts', 'platform'].map((where) => join('libs', where, `${part}`, 'migrations')).find(existsSync);
if (!folder || !/^[a-z][a-z0-9_]*$/.test(title ?? '')) {
  console.error(
    'Usage: npm run migration -- PART NAME, such as "items brands"; PART is a folder of libs with migrations, NAME a_z.',
  );
  process.exit(1);
}

const data = mkdtempSync(join(tmpdir(), 'lost-and-found-migration-'));
const server = await EmbeddedPostgres.start({ folder: data, durable: false });
const client = new pg.Client({ connectionString: server.url });
try {
  await migrate(server.url);
  await client.connect();
  const migrated = await catalogOf(client);
  const { catalog, statements } = await describedByEntities(client, server.url);
  const found = differences(catalog, migrated).filter((name) => !Object.hasOwn(BEYOND_ENTITIES, name));
  const { sql, judged } = await written(found, catalog, migrated, statements);
  if (sql.length > 0) write(sql);
  for (const line of judged) console.log(`To judge: ${line}`);
  if (found.length === 0) console.log('The tables are as their entities say.');
} finally {
  await client.end();
  await server.stop();
  rmSync(data, { recursive: true });
}

/** The statements that are online as they are, and what a person has to judge (docs/adr/0025-migrations-beside-a-running-release.md). */
async function written(found, catalog, migrated, statements) {
  const [sql, judged] = [{ table: [], column: [], constraint: [], view: [], index: [] }, []];
  const isNew = (table) => found.includes(`table ${table}`) && !migrated[`table ${table}`];
  for (const what of found) {
    const { kind, name, table } = partsOf(what, catalog[what] ?? migrated[what]);
    const made = statements.find((one) => new RegExp(`^create (unique )?${kind} "?${name}"? `).test(one));
    if (kind !== 'table' && isNew(table)) {
      // A new table has no rows: its indexes are made with it, and the rest is in its statement.
      if (made) sql.table.push(made);
    } else if (!catalog[what]) judged.push(`${what} has no entity: it goes one release after its last use.`);
    else if (migrated[what] && kind !== 'view') judged.push(`${what} is ${migrated[what]}; its entity says ${catalog[what]}.`);
    else if (kind === 'column') {
      const [{ type, value, required, computed }] = (await client.query(COLUMN, [table, name])).rows;
      if (computed) judged.push(`${what} is computed: add a column, a trigger and a backfill.`);
      else
        sql.column.push(
          `alter table ${table} add column ${name} ${type}${value ? ` default ${value}` : ''}${value && required ? ' not null' : ''}`,
        );
      if (!value && !computed) judged.push(`${what} is null in the rows that are there, unless a backfill fills it.`);
      if (!value && required)
        judged.push(`${what} is required: a check "not valid", "validate constraint", then "set not null".`);
    } else if (kind === 'constraint') {
      sql.constraint.push(`alter table ${table} add constraint ${name} ${catalog[what]} not valid`);
      sql.constraint.push(`alter table ${table} validate constraint ${name}`);
    } else if (kind === 'index' && made) sql.index.push(made.replace(/index/, 'index concurrently'));
    else if (kind === 'view' && made) sql.view.push(made.replace(/^create/, 'create or replace'));
    else if (kind === 'table' && made) sql.table.unshift(made);
    else judged.push(`${what} is to be ${catalog[what]}.`);
  }
  return { sql: Object.values(sql).flat(), judged };
}

/** The parts of a name of the catalog: `column items.brand`, `constraint events_fkey on events`, `index items_by_brand`. */
function partsOf(what, definition) {
  const [, kind, first, second] = /^(\w+) (\w+)(?:(?:\.| on )(\w+))?/.exec(what);
  if (kind === 'column') return { kind, table: first, name: second };
  return { kind, name: first, table: second ?? / ON (?:ONLY )?public\.(\w+)/.exec(definition)?.[1] };
}

/** Writes the next migration of the part and adds it to its index. */
function write(sql) {
  const index = join(folder, 'index.ts');
  const text = readFileSync(index, 'utf8');
  const number = Math.max(...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0)) + 1;
  const file = `${String(number).padStart(4, '0')}_${title}`;
  const name = `${part}_${title}`.replace(/(?:^|[-_])(\w)/g, (_, letter) => letter.toUpperCase());
  const quoted = (one) => `\`${one.replace(/[\\`$]/g, '\\$&')}\``;
  writeFileSync(
    join(folder, `${file}.ts`),
    `import { OnlineMigration } from '#platform/database';\n\n/** TITLE */\nexport class ${name} extends OnlineMigration {
  override up(): void {\n${sql.map((one) => `    this.addSql(${quoted(one)});\n`).join('')}  }\n}\n`.replace(
      'TITLE',
      `${title.replaceAll('_', ' ')}.`,
    ),
    { flag: 'wx' },
  );
  const [, prefix] = /'([a-z-]+)\/\d{4}_/.exec(text);
  writeFileSync(
    index,
    text
      .replace(/((?:^import .*\n)+)/m, `$1import { ${name} } from './${file}.js';\n`)
      .replace(/,?\s*\};\s*$/, `,\n  '${prefix}/${file}': ${name},\n};\n`),
  );
  spawnSync('biome', ['check', '--write', index, join(folder, `${file}.ts`)], { stdio: 'ignore' });
  console.log(`Written: ${join(folder, file)}.ts; say in its comment what it is for.`);
}
