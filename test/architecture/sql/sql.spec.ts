import { describe, expect, it } from 'vitest';
import { ownersIn, sources } from './parts.js';
import { inspect } from './walls.js';

const files = sources();
const owners = ownersIn(files);

/** The violations that the given lines would be in a file. */
function planted(file: string, ...lines: string[]): string[] {
  return inspect(new Map([[file, lines.join('\n')]]), owners).violations;
}

describe('the SQL of the parts', () => {
  const seen = inspect(files, owners);

  it('touches their own tables, and of others what they publish', () => {
    expect(seen.violations).toEqual([]);
  });

  it('was read', () => {
    expect(seen.pieces).toBeGreaterThan(200);
    for (const context of ['groups', 'credentials', 'users', 'sign-in', 'items', 'requests', 'webhooks', 'messages', 'history']) {
      expect(seen.parts).toContain(`libs/contexts/${context}`);
    }
  });
});

describe('tables, views and functions', () => {
  it('are of the part that has their entity and their migration', () => {
    expect(owners.get('items')).toEqual({ part: 'libs/contexts/items', kind: 'table' });
    expect(owners.get('item_contacts')).toEqual({ part: 'libs/contexts/items', kind: 'view' });
    expect(owners.get('events')).toEqual({ part: 'libs/platform/event-store', kind: 'table' });
    expect(owners.get('search_text')).toEqual({ part: 'libs/platform/database', kind: 'function' });
    expect(owners.get('is_quiet')).toEqual({ part: 'libs/contexts/messages', kind: 'function' });
  });

  it('are of one part only', () => {
    const claim = "defineEntity({ name: 'Second', tableName: 'items', properties: {} });";
    expect(() => ownersIn(new Map([...files, ['libs/contexts/messages/second.entity.ts', claim]]))).toThrow(
      'items is of libs/contexts/items and of libs/contexts/messages.',
    );
  });
});

const MESSAGES = 'libs/contexts/messages/planted.ts';

describe('a planted statement is caught', () => {
  it.each([
    ['selectFrom', `db.selectFrom('items').selectAll();`],
    ['selectFrom with an alias', `db.selectFrom('items as i').selectAll();`],
    ['selectFrom of several', `db.selectFrom(['messages', 'items']).selectAll();`],
    ['a join', `db.selectFrom('messages').innerJoin('items', 'items.id', 'messages.subject_id');`],
    ['insertInto', `db.insertInto('items').values(row);`],
    ['updateTable', `db.updateTable('items').set(changes);`],
    ['update from', `db.updateTable('messages').from('items').set(changes);`],
    ['deleteFrom', `db.deleteFrom('items');`],
    ['delete using', `db.deleteFrom('messages').using('items');`],
    ['what a projection empties', `const projection = { rebuilds: ['items'] };`],
    ['a template', `const rows = sql<Row>\`select item from items where id = \${id}\`;`],
    ['a join in a template', 'sql`select 1 from messages m join items i on i.id = m.subject_id`;'],
    ['a list in a template', 'sql`select 1 from messages m, items i`;'],
    ['a quoted name', 'sql`select 1 from "items"`;'],
    ['a fragment', 'const table = sql`items`;'],
    ['a fragment inside a template', `sql\`select 1 from \${sql\`items\`}\`;`],
    ['a write in a template', 'sql`with gone as (delete from items returning id) select 1 from gone`;'],
    ['sql.raw', `sql.raw('items');`],
    ['sql.table', `sql.table('items');`],
    ['a text', `client.query('select item from items');`],
    ['a text with values filled in', `client.query(\`DELETE FROM items WHERE id = \${id}\`);`],
    ['a migration', 'this.addSql(`alter table items add column planted text`);'],
  ])('%s', (_kind, code) => {
    expect(planted(MESSAGES, '', code)).toEqual([
      `${MESSAGES}:2: items is a table of libs/contexts/items; use its views, or what its index.ts exports`,
    ]);
  });

  it('a table by its entity', () => {
    expect(planted(MESSAGES, 'new RecordTable(ItemEntity, RECORD)')).toEqual([
      `${MESSAGES}:1: ItemEntity is a table of libs/contexts/items; use its views, or what its index.ts exports`,
    ]);
  });

  it('in an app and in the service', () => {
    expect(planted('apps/admin/src/planted.ts', 'sql`select 1 from items`')).toHaveLength(1);
    expect(planted('libs/service/planted.ts', 'sql`select 1 from items`')).toHaveLength(1);
  });

  it('where the platform reads a table or a view of a context', () => {
    expect(planted('libs/platform/queue/planted.ts', `db.selectFrom('items')`)).toHaveLength(1);
    expect(planted('libs/platform/queue/planted.ts', `db.selectFrom('item_contacts')`)).toEqual([
      'libs/platform/queue/planted.ts:1: item_contacts is a view of libs/contexts/items, which libs/platform/queue does not know',
    ]);
  });

  it('where a context reads a view of a later one', () => {
    expect(planted('libs/contexts/locations/planted.ts', `db.selectFrom('item_contacts')`)).toHaveLength(1);
  });

  it('where a view of another context is written', () => {
    const written = `${MESSAGES}:1: item_contacts is written by libs/contexts/items only`;
    expect(planted(MESSAGES, `db.updateTable('item_contacts').set({ name: null })`)).toEqual([written]);
    expect(planted(MESSAGES, 'sql`update item_contacts set name = null`')).toEqual([written]);
    expect(planted(MESSAGES, 'sql`delete from item_contacts`')).toEqual([written]);
  });

  it('where a function of another context is called', () => {
    expect(planted('libs/contexts/retention/planted.ts', 'sql`select is_quiet(a, b, c)`')).toEqual([
      'libs/contexts/retention/planted.ts:1: is_quiet is a function of libs/contexts/messages',
    ]);
  });

  it('where a table is named by what cannot be read', () => {
    const unread = `${MESSAGES}:1: names a table by what can't be read; write its name`;
    expect(planted(MESSAGES, 'db.selectFrom(table)')).toEqual([unread]);
    expect(planted(MESSAGES, 'sql.raw(table)')).toEqual([unread]);
  });
});

describe('nothing is wrong with', () => {
  it.each([
    ['tables of its own', `db.selectFrom('messages').innerJoin('message_attempts', a, b);`],
    ['views of contexts before it', 'sql`select thing from item_contacts join location_directory l on true`;'],
    ['functions of the platform', 'sql`select search_text(error) from messages`;'],
    [
      'subqueries and expressions',
      `db.selectFrom((query) => query.selectFrom('messages').as('m')); db.selectFrom(found.as('found'));`,
    ],
    [
      'aliases, columns and texts that are called like a table',
      "sql`select 'items', m.items, kind as items from messages m -- items`;",
    ],
    ['foreign keys', 'this.addSql(`create table message_attempts (group_id int references groups)`);'],
    ['prose', `const summary = 'Update the items of a Location'; const kind = 'items'; Buffer.from('items');`],
  ])('%s', (_kind, code) => {
    expect(planted(MESSAGES, code)).toEqual([]);
  });
});
