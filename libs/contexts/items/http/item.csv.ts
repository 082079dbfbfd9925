import { type Leaf, leavesOf } from '#platform/http';
import { type Cell, csvLines } from '../csv/lines.js';
import { ItemRecord } from './item.record.js';
import { NewItemRequest } from './item.requests.js';

const COLUMNS = leavesOf(ItemRecord);

/** The line of column names: the paths of the record's values. */
export const ITEM_CSV_HEADER = csvLines([COLUMNS.map(({ path }) => path)]);

/** A line of CSV for each item. */
export function itemCsv(records: readonly ItemRecord[]): string {
  // Of photos, their addresses.
  const written = records.map((record) => ({ ...record, photos: record.photos.map(({ url }) => url) }));
  return csvLines(written.map((record) => COLUMNS.map(({ path }) => valueAt(record, path))));
}

function valueAt(record: object, path: string): Cell {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], record);
  return (value ?? null) as Cell;
}

/** The columns of items in CSV: what a body takes, and what only a record has. */
export function itemColumns(): { body: Leaf[]; record: Leaf[] } {
  const body = leavesOf(NewItemRequest);
  return { body, record: COLUMNS.filter(({ path }) => !body.some((taken) => taken.path === path)) };
}
