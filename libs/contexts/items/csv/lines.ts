import { stringify } from 'csv-stringify/sync';
import { guarded } from './guard.js';

/** Content of a cell: lists are written with `|` between their elements, null as an empty cell. */
export type Cell = string | number | boolean | readonly string[] | null;

/** Lines of CSV, separated by commas, each ended by a line feed; texts are guarded against being calculated. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(written)),
    { record_delimiter: '\n', quoted_match: /\r/ },
  );
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return guarded(cell);
  return Array.isArray(cell) ? guarded(cell.join('|')) : String(cell);
}
