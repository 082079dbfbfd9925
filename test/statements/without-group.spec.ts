import { describe, expect, it } from 'vitest';
import { withoutGroup } from './without-group.js';

const TABLES = new Set(['items', 'locations', 'item_contacts']);

describe('a statement names its Group', () => {
  it.each([
    'select * from items where group_id = $1 and id = $2',
    'select * from "items" as "i" where "i"."group_id" = 1',
    'select * from items where (group_id, id) = ($1, $2)',
    'select * from items i join locations l on l.group_id = i.group_id and l.id = 3 where i.group_id = $1::int',
    'select * from items join locations using (group_id) where items.group_id = $1',
    'select * from items i, locations l where i.group_id = $1 and l.group_id = i.group_id',
    'select (select name from locations l where l.group_id = i.group_id) from items i where i.group_id = $1',
    'select * from items where (group_id = $1 and id = 1) or (group_id = $1 and id = 2)',
    'with due as (select group_id, id from items where group_id = $1) ' +
      'update items i set brand = $2 from due where i.group_id = due.group_id',
    'select * from (select * from items where group_id = $1) i join locations l on l.group_id = i.group_id',
    'select 1 from items where group_id = $1 union all select 2 from locations where group_id = $1',
    'delete from items where group_id = $1 returning id',
    'insert into items (group_id, id) values ($1, $2) on conflict (group_id, id) do update set brand = excluded.brand',
    'insert into items (group_id, id) select group_id, id from locations where group_id = $1',
    'select code from groups where code = $1',
    'select * from (values ($1::int, $2), ($3, $4)) given (group_id, id) join items i on i.group_id = given.group_id',
    'select * from items i join groups g on g.id = i.group_id where g.id = $1',
    'BEGIN',
  ])('%s', async (text) => expect(await withoutGroup(text, TABLES)).toEqual([]));
});

describe('a statement does not name its Group', () => {
  it.each([
    ['select * from items where id = $1', ['items']],
    ['select * from items where group_id > $1', ['items']],
    ['select * from items where group_id = $1 or id = 2', ['items']],
    ['select * from items where not group_id = $1', ['items']],
    ['select * from items where group_id = any($1)', ['items']],
    ['select * from items where group_id = id', ['items']],
    ['select * from items i join locations l on l.location_id = i.location_id where i.group_id = $1', ['locations']],
    ['select * from items i join locations l on l.group_id = i.group_id', ['items', 'locations']],
    ['select * from items i where i.group_id = $1 and exists (select from locations where name = $2)', ['locations']],
    ['select * from items i join groups g on g.id = i.group_id where g.code = $1', ['items']],
    ['select * from (values ($1, $2), (id, $3)) given (group_id, id), items i where i.group_id = given.group_id', ['items']],
    ['select * from (values ($1, $2)) given (id, place) join items i on i.group_id = given.group_id', ['items']],
    ['select * from items i, unnest($1::int[]) as u(group_id) where i.group_id = u.group_id', ['items']],
    ['with all_of as (select group_id from items) select * from all_of where group_id = $1', ['items']],
    ['select * from item_contacts', ['item_contacts']],
    ['select 1 from items where group_id = $1 union all select 2 from locations', ['locations']],
    ['update items set brand = $1 where id = $2', ['items']],
    ['delete from items', ['items']],
    ['insert into items (id) values ($1)', ['items']],
    ['insert into items (group_id, id) select 1, id from locations', ['locations']],
    ['truncate items', ['items']],
  ])('%s', async (text, tables) => expect(await withoutGroup(text, TABLES)).toEqual(tables));
});
