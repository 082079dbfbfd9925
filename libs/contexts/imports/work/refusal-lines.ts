import { csvLines } from '#contexts/items';
import type { RowError } from './row-errors.js';

/** The CSV of refused rows: a line for each wrong field. */
export async function* refusalLines(
  pages: AsyncIterable<readonly { row: number; errors: RowError[] }[]>,
): AsyncGenerator<string> {
  yield csvLines([['row', 'field', 'code', 'message']]);
  for await (const page of pages) {
    const lines = page.flatMap(({ row, errors }) => errors.map(({ field, code, message }) => [row, field, code, message]));
    if (lines.length > 0) yield csvLines(lines);
  }
}
