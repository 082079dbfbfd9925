import { type Leaf, leavesOf } from '#platform/http';
import { type Cell, csvLines } from '../csv/lines.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { NewItemRequest } from './item.requests.js';
import type { ExportFormat } from './items.query.js';

const COLUMNS = leavesOf(ItemRecord);

/** The line of column names: the paths of the record's values. */
const HEADER = csvLines([COLUMNS.map(({ path }) => path)]);

/** A line of CSV for each item. */
function itemCsv(records: readonly ItemRecord[]): string {
  // Photos are written as their addresses.
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

/**
 * The text of an export, page by page.
 * @throws what the first page fails with, before there is any text
 */
export async function exportText(pages: AsyncGenerator<ItemRow[]>, format: ExportFormat): Promise<AsyncGenerator<string>> {
  const first = await pages.next();
  return written(first.value ?? [], pages, format);
}

async function* written(first: ItemRow[], others: AsyncIterable<ItemRow[]>, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield HEADER;
  yield linesOf(first, format);
  for await (const page of others) yield linesOf(page, format);
}

function linesOf(page: readonly ItemRow[], format: ExportFormat): string {
  const records = page.map(itemRecord);
  return format === 'csv' ? itemCsv(records) : records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
