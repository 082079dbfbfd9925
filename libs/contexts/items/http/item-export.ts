import type { ItemRow } from '../read-model/item.queries.js';
import { ITEM_CSV_HEADER, itemCsv } from './item.csv.js';
import { itemRecord } from './item.record.js';
import type { ExportFormat } from './items.query.js';

/**
 * The text of an export, page by page.
 * @throws what the first page fails with, before there is any text
 */
export async function exportText(pages: AsyncGenerator<ItemRow[]>, format: ExportFormat): Promise<AsyncGenerator<string>> {
  const first = await pages.next();
  return written(first.value ?? [], pages, format);
}

async function* written(first: ItemRow[], others: AsyncIterable<ItemRow[]>, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield ITEM_CSV_HEADER;
  yield linesOf(first, format);
  for await (const page of others) yield linesOf(page, format);
}

function linesOf(page: readonly ItemRow[], format: ExportFormat): string {
  const records = page.map(itemRecord);
  return format === 'csv' ? itemCsv(records) : records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
