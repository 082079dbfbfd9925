import { stringify } from 'csv-stringify/sync';
import { guarded } from './guards.js';

/** Content of a cell: lists are written with `|` between their elements, null as an empty cell. */
export type Cell = string | number | boolean | readonly string[] | null;

/** Lines of CSV, each ended by a line feed; texts are guarded against being calculated. @param delimiter a comma by default */
export function csvLines(rows: readonly (readonly Cell[])[], delimiter = ','): string {
  return stringify(
    rows.map((row) => row.map((cell) => written(cell, delimiter))),
    { delimiter, record_delimiter: '\n', quoted_match: /\r/ },
  );
}

function written(cell: Cell, delimiter: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return guarded(cell, delimiter);
  return Array.isArray(cell) ? guarded(cell.join('|'), delimiter) : String(cell);
}
