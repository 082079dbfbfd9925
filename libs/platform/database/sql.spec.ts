import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { columnName, columnsOf } from './column-names.js';
import { statement, template } from './sql.js';

describe('a template', () => {
  const insert = template<{ one: number; two?: number }, unknown>((columns) =>
    statement(
      sql`insert into things (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(columns))})`,
    ),
  );

  it('sends each time the values it is given', () => {
    expect(insert({ one: 1, two: 2 }).compile().parameters).toEqual([1, 2]);
    expect(insert({ one: 3, two: 4 }).compile().parameters).toEqual([3, 4]);
  });

  it('is not frozen in the shape of its first call', () => {
    expect(insert({ one: 1 }).compile().sql).toBe('insert into things ("one") values ($1)');
    expect(insert({ one: 1, two: 2 }).compile().sql).toBe('insert into things ("one", "two") values ($1, $2)');
    expect(insert({ one: 1 }).compile().parameters).toEqual([1]);
  });
});

describe('the column of a field', () => {
  it.each([
    ['item', 'item'],
    ['imageUrl', 'image_url'],
    ['locationID', 'location_id'],
    ['locationIDs', 'location_ids'],
    ['matchedItemID', 'matched_item_id'],
  ])('%s is %s', (field, column) => expect(columnName(field)).toBe(column));

  it('takes its value along', () => {
    expect(columnsOf({ storageExpiresAt: 'then', colors: ['red'] })).toEqual({ storage_expires_at: 'then', colors: ['red'] });
  });
});
