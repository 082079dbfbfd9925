import { itemColumns, unguarded } from '#contexts/items';
import { type Leaf, unknownField } from '#platform/http';
import { beginningOf, type FieldError, plainContact, ValidationFailed } from '#platform/kernel';
import type { ImportRow } from '../import.entities.js';
import { isoDate } from './date-formats.js';
import { identified } from './reference-names.js';

const { body: TAKEN, record: IGNORED } = itemColumns();
const KINDS = new Map(TAKEN.map(({ path, kind }) => [path, kind]));
const KNOWN = new Map([...TAKEN, ...IGNORED].map(({ path }) => [path.toLowerCase(), path]));

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
    const path = isProblems(name) ? null : mapping.get(name);
    // Spreadsheets on phones begin a text with a capital letter, and keyboards in Japan and China have wide ones.
    return path === null ? LEFT_OUT : (path ?? KNOWN.get(name.normalize('NFKC').toLowerCase()) ?? name);
  });
  const errors = paths.flatMap((path, index): FieldError[] => {
    const field = beginningOf(names[index]!, 100);
    if (path === NAMELESS || path === LEFT_OUT) return [];
    if (!KNOWN.has(path.toLowerCase())) return [unknownField(field)];
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

/** The name of a column as it is looked up: without what can't be seen, its blanks and lines in one way. */
export function nameOf(cell: string, delimiter = ','): string {
  const seen = cell.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return textOf(seen.replaceAll(/\s+/g, ' ').trim(), delimiter);
}

/** Whether a column says what was wrong with refused rows. */
export function isProblems(name: string): boolean {
  return name.toLowerCase() === PROBLEMS;
}

/** A text that programs write as a formula, so that Excel keeps its zeros. */
const KEPT = /^="((?:[^"]|"")*)"$/;

/** The text that a cell means. */
export function textOf(cell: string, delimiter: string): string {
  const kept = KEPT.exec(cell.trim())?.[1];
  return kept === undefined ? unguarded(cell, delimiter) : kept.replaceAll('""', '"');
}

/** An absent value as MySQL and PostgreSQL write it. */
const NULL = '\\N';

/** How the cells of a file are read. */
type Layout = Pick<ImportRow, 'columns' | 'delimiter' | 'date_format' | 'location_id'>;

/** The body of `POST /items` that a row of an import stands for; an empty cell is an absent field. */
export function bodyOf(cells: readonly string[], layout: Layout): object {
  const { columns, location_id } = layout;
  // An empty object can't stand in a cell: it is what a row without shipping means.
  const body: Record<string, unknown> = { shipping: {}, ...(location_id !== null && { locationID: location_id }) };
  for (const [index, cell] of cells.entries()) {
    // Databases and terminals have signs of their own for a line within a cell.
    const text = textOf(cell, layout.delimiter).replaceAll(/[\v\u0085]/g, '\n');
    if (text.trim() === '' || text.trim() === NULL) continue;
    const path = columns[index] ?? NAMELESS;
    const kind = KINDS.get(path);
    if (kind) put(body, path.split('.'), readCell(path, kind, text.trim(), layout));
    else if (path === NAMELESS) body[`column ${index + 1}`] = text;
  }
  return body;
}

function readCell(path: string, kind: Leaf['kind'], text: string, { delimiter, date_format }: Layout): unknown {
  if (kind === 'list') {
    const elements = text.split('|').map((element) => element.trim());
    return elements.filter((element) => element !== '').map((element) => identified(path, element));
  }
  if (kind === 'flag') return YES.test(text) || (NO.test(text) ? false : text);
  if (kind === 'number') return numberIn(plainContact(text), delimiter) ?? text;
  return isDated(path) ? isoDate(text, date_format, path === 'foundAt') : identified(path, text);
}

/** True and false as Excel and people in each language, and databases write them. */
const YES =
  /^(?:true|wahr|vrai|verdadero|verdadeiro|vero|waar|prawda|sant|t|yes|y|1|ja|j|oui|o|s[ií]|sì|sim|s|tak|はい|真|是|صحيح|نعم)$/i;
const NO = /^(?:false|falsch|faux|falso|onwaar|fałsz|falskt|f|no|n|0|nein|nee|non|não|nao|nie|nej|いいえ|偽|假|否|خطأ|لا)$/i;

/** A number in groups of three digits, and one that may be such or have three decimals. */
const GROUPED = /^-?[1-9]\d{0,2}(?:([.,'’ ٬])\d{3})(?:\1\d{3})*(?:(?!\1)[.,٫]\d+)?$/;
const EITHER = /^-?[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * The number of a cell; null for any other text. Spreadsheets separate by semicolons where the comma stands in numbers: `1.000` is mostly a
 * thousand there, as `1,000` is between commas. Between tabs and other signs neither says what it is.
 */
function numberIn(text: string, delimiter: string): number | null {
  const [, sign] = EITHER.exec(text) ?? [];
  if (sign !== undefined && `${sign}${delimiter}` !== ',;' && `${sign}${delimiter}` !== '.,') return null;
  const [, group] = sign === undefined ? (GROUPED.exec(text) ?? []) : [];
  const number = group === undefined ? text : text.replaceAll(group, '');
  return /^-?(?:\d+(?:[.,٫]\d+)?|[.,٫]\d+)$/.test(number) ? Number(number.replace(/[,٫]/, '.')) : null;
}

function put(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name] as Record<string, unknown>, rest, value);
}
