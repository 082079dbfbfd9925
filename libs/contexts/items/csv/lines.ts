import { stringify } from 'csv-stringify/sync';

/** Characters that begin a formula in a spreadsheet, and the mark before a text that looked like one. */
const GUARDED = /^[=+\-@\t\r']/;
const GUARD = /^'(?=[=+\-@\t\r'])/;

/** The text with a `'` in front where a spreadsheet would calculate it (decisions.md, section 10, Export). */
export function guarded(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** The text that was guarded. A `'` in front of anything else was written by a person and stays: `'s-Hertogenbosch`. */
export function unguarded(cell: string): string {
  return cell.replace(GUARD, '');
}

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
