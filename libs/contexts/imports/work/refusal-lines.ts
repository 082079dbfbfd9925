import { csvLines } from '#contexts/items';
import { isDated, isProblems, nameOf, PROBLEMS, textOf } from '../file/columns.js';
import { usual } from '../file/separators.js';
import type { ImportRow } from '../import.entities.js';
import type { RefusedRow, RowError } from './row-errors.js';

type Pages = AsyncIterable<readonly RefusedRow[]>;
type Layout = Pick<ImportRow, 'header' | 'columns' | 'delimiter' | 'date_format'>;

/** The CSV of what is wrong: a line for each wrong field. */
export async function* refusalLines(pages: Pages, layout: Layout): AsyncGenerator<string> {
  yield csvLines([['row', 'field', 'code', 'message']]);
  for await (const page of pages) {
    const lines = page.flatMap(({ row, errors }) =>
      errors.map((error) => [row, error.field, error.code, `${lineOf(row)}: ${told(error, layout)}`]),
    );
    if (lines.length > 0) yield csvLines(lines);
  }
}

/**
 * The CSV of the refused rows as they came, in UTF-8 with BOM, behind a column that says what is wrong: a file to be imported again. Cells
 * are guarded as an export's are.
 */
export async function* refusedRows(pages: Pages, layout: Layout): AsyncGenerator<string> {
  const delimiter = usual(layout.delimiter);
  // A file of refused rows has had the column when its rows are refused again.
  const had = layout.header.findIndex((name) => isProblems(nameOf(name, layout.delimiter)));
  const line = (problems: string, cells: readonly string[]) => [
    problems,
    ...cells.filter((_, index) => index !== had).map((cell) => textOf(cell, layout.delimiter)),
  ];
  yield `\ufeff${csvLines([line(PROBLEMS, layout.header)], delimiter)}`;
  for await (const page of pages) {
    const lines = page.flatMap(({ row, errors, cells }) => {
      const problems = errors.map((error) => told(error, layout)).join(' ');
      return cells === null ? [] : [line(`${lineOf(row)}: ${problems}`, cells)];
    });
    if (lines.length > 0) yield csvLines(lines, delimiter);
  }
}

/** Where a spreadsheet shows the row: the names of the columns are its first line. */
function lineOf(row: number): string {
  return `Line ${row + 1}`;
}

/** The problem, with the column's name in the file. */
function told({ field, code, message }: RowError, { header, columns, delimiter, date_format: format }: Layout): string {
  const index = columns.findIndex((path) => path === field || field.startsWith(`${path}.`));
  const name = nameOf(header[index] ?? '', delimiter) || field;
  const isDate = code === 'invalid_format' && isDated(field);
  const text = isDate ? dateNeeded(format, message) : message;
  return name === '' ? text : `${name}: ${text}`;
}

/** The dates that are taken, and how others are: most files are written by a spreadsheet in its own language. */
function dateNeeded(format: ImportRow['date_format'], message: string): string {
  if (format === 'YYYY-MM-DD') return `${message} Say with dateFormat how others are written, as DD.MM.YYYY.`;
  return `Must be an existing date written as ${format} or YYYY-MM-DD.`;
}
