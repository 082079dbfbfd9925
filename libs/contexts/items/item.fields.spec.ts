import { describe, expect, it } from 'vitest';
import { columnsOf } from '#platform/database';
import { fieldNames } from '#platform/http';
import { ITEM_FIELDS, type ItemDetails } from './domain/item.fields.js';
import { shownToCarriers } from './http/carriers.js';
import { ItemRecord } from './http/item.record.js';
import { ItemUpdateRequest, NewItemRequest } from './http/item.requests.js';
import { itemStream } from './item.stream.js';
import { COLUMNS, type ItemRow } from './read-model/item.entity.js';
import { itemProjection } from './read-model/item.projection.js';

const NAMES = Object.keys(ITEM_FIELDS) as (keyof ItemDetails)[];

const columnName = (field: string) => Object.keys(columnsOf({ [field]: null }))[0]!;

/** Photos have routes of their own. */
const inBodies = NAMES.filter((name) => name !== 'photos');

/** A row in which each column tells its name. */
const row = Object.fromEntries(COLUMNS.map((column) => [column, column])) as unknown as ItemRow;

const erasing = {
  type: 'PersonalDataErased',
  data: {},
  actor: { type: 'system' },
  requestID: null,
  stream: { groupID: 1, type: 'item', id: 7 },
  version: 2,
  at: '2026-11-27T06:00:00.000Z',
} as const;

describe('a field of an item, stated once,', () => {
  it.each(NAMES)('has its column, and is shown: %s', (name) => {
    expect(COLUMNS).toContain(columnName(name));
    expect(fieldNames(ItemRecord)).toContain(name);
  });

  it.each(inBodies)('can be given, and changed: %s', (name) => {
    expect(fieldNames(NewItemRequest)).toContain(name);
    expect(fieldNames(ItemUpdateRequest)).toContain(name);
  });

  it.each(NAMES)('is sealed in events, and erased, where it may tell of a person: %s', (name) => {
    const { sealed, erased } = ITEM_FIELDS[name];
    const statements = [itemProjection.when.PersonalDataErased(erasing)].flat() as { record?: { columns: object } }[];
    const columns = statements[0]!.record!.columns as Record<string, unknown>;
    expect(itemStream.isPublic(name)).toBe(!sealed);
    expect(columnName(name) in columns).toBe(sealed);
    if (sealed) expect(columns[columnName(name)]).toEqual(erased);
  });

  it.each(NAMES)('is hidden from carriers unless they need it: %s', (name) => {
    const { carried, erased } = ITEM_FIELDS[name];
    const column = columnName(name) as keyof ItemRow;
    expect(shownToCarriers(row)[column]).toEqual(carried ? column : erased);
  });
});
