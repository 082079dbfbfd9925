import { itemColumns, unguarded } from '#contexts/items';
import { type Leaf, unknownField } from '#platform/http';
import { beginningOf, type FieldError, ValidationFailed } from '#platform/kernel';
import type { ImportRow } from '../import.entities.js';
import { isoDate } from './date-formats.js';
import { identified } from './reference-names.js';

const { body: TAKEN, record: IGNORED } = itemColumns();
const KINDS = new Map(TAKEN.map(({ path, kind }) => [path, kind]));
const KNOWN = new Set([...TAKEN, ...IGNORED].map(({ path }) => path));

/** A column without a name, which spreadsheets leave behind at the end of lines: its cells must be empty. */
const NAMELESS = '';

/** A column that is left out; no path of an item. */
const LEFT_OUT = '-';

/** The column in front of refused rows that says what is wrong with each. */
export const PROBLEMS = 'problems';

/** The meaning of a file's columns by their names: the path of an item's body, or null for one that is left out. */
export type Mapping = ReadonlyMap<string, string | null>;

/** Whether a column of an item's body is at this path. */
export function isColumn(path: string): boolean {
  return KINDS.has(path);
}

/** Whether the form's `dateFormat` is for this column. */
export function isDated(path: string): boolean {
  return path === 'departuredDate' || path === 'foundAt';
}

/** The paths of the names in the first line. @throws ValidationFailed naming every column that is unknown or stands there twice */
export function columnsOf(header: readonly string[], mapping: Mapping, delimiter: string): string[] {
  const names = header.map((cell) => nameOf(cell, delimiter));
  const paths = names.map((name) => {
    const path = name === PROBLEMS ? null : mapping.get(name);
    return path === null ? LEFT_OUT : (path ?? name);
  });
  const errors = paths.flatMap((path, index): FieldError[] => {
    const field = beginningOf(names[index]!, 100);
    if (path === NAMELESS || path === LEFT_OUT) return [];
    if (!KNOWN.has(path)) return [unknownField(field)];
    if (paths.indexOf(path) < index)
      return [{ field, code: 'not_allowed', message: `There is another column of this name or for ${path}.` }];
    return [];
  });
  if (errors.length > 0) throw new ValidationFailed(errors.slice(0, 100));
  if (paths.every((path) => path === NAMELESS)) {
    throw new ValidationFailed([{ field: 'file', code: 'required', message: 'Has no line of column names.' }]);
  }
  return paths;
}

/** The name of a column as it is looked up. */
export function nameOf(cell: string, delimiter = ','): string {
  return unguarded(cell.trim(), delimiter);
}

/** How the cells of a file are read. */
type Layout = Pick<ImportRow, 'columns' | 'delimiter' | 'date_format' | 'location_id'>;

/** The body of `POST /items` that a row of an import stands for; an empty cell is an absent field. */
export function bodyOf(cells: readonly string[], layout: Layout): object {
  const { columns, location_id } = layout;
  // An empty object can't stand in a cell: it is what a row without shipping means.
  const body: Record<string, unknown> = { shipping: {}, ...(location_id !== null && { locationID: location_id }) };
  for (const [index, cell] of cells.entries()) {
    const text = unguarded(cell, layout.delimiter);
    if (text.trim() === '') continue;
    const path = columns[index] ?? NAMELESS;
    const kind = KINDS.get(path);
    if (kind) put(body, path.split('.'), readCell(path, kind, text.trim(), layout));
    else if (path === NAMELESS) body[`column ${index + 1}`] = text;
  }
  return body;
}

function readCell(path: string, kind: Leaf['kind'], text: string, { delimiter, date_format }: Layout): unknown {
  if (kind === 'list') return text.split('|').map((element) => identified(path, element.trim()));
  if (kind === 'flag') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (kind === 'number') return numberIn(text, delimiter) ?? text;
  // As in records: their export is to be read again.
  return isDated(path) ? isoDate(text, date_format).replace(/ 00:00:00\.000$/, ' 00:00:00') : text;
}

/**
 * The number of a cell; null for any other text. Spreadsheets separate by anything else where the comma stands in numbers: `1.000` may be a
 * thousand there.
 */
function numberIn(text: string, delimiter: string): number | null {
  const hasCommas = delimiter !== ',';
  if (hasCommas && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return null;
  const number = hasCommas ? text.replace(',', '.') : text;
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : null;
}

function put(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name] as Record<string, unknown>, rest, value);
}
