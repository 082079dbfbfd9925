import { itemColumns, unguarded } from '#contexts/items';
import { type Leaf, unknownField } from '#platform/http';
import { type FieldError, ValidationFailed } from '#platform/kernel';

const { body: TAKEN, record: IGNORED } = itemColumns();
const KINDS = new Map(TAKEN.map(({ path, kind }) => [path, kind]));
const KNOWN = new Set([...TAKEN, ...IGNORED].map(({ path }) => path));

/** A column without a name, which spreadsheets leave behind at the end of lines: its cells must be empty. */
const NAMELESS = '';

/** The names in the first line. @throws ValidationFailed naming every column that is unknown or stands there twice */
export function columnsOf(header: readonly string[]): string[] {
  const names = header.map((cell) => unguarded(cell.trim()));
  const errors = names.flatMap((name, index): FieldError[] => {
    if (name === NAMELESS) return [];
    if (!KNOWN.has(name)) return [unknownField(name)];
    if (names.indexOf(name) < index)
      return [{ field: name.slice(0, 100), code: 'not_allowed', message: 'There is another column of this name.' }];
    return [];
  });
  if (errors.length > 0) throw new ValidationFailed(errors.slice(0, 100));
  if (names.every((name) => name === NAMELESS)) {
    throw new ValidationFailed([{ field: 'file', code: 'required', message: 'Has no line of column names.' }]);
  }
  return names;
}

/** The body of `POST /items` that a row stands for; an empty cell is an absent field. */
export function bodyOf(
  columns: readonly string[],
  cells: readonly string[],
  delimiter: string,
  locationID: string | null,
): object {
  // An empty object can't stand in a cell: it is what a row without shipping means.
  const body: Record<string, unknown> = { shipping: {}, ...(locationID !== null && { locationID }) };
  for (const [index, cell] of cells.entries()) {
    const text = unguarded(cell);
    if (text.trim() === '') continue;
    const path = columns[index] ?? NAMELESS;
    const kind = KINDS.get(path);
    if (kind) put(body, path.split('.'), readCell(path, kind, text.trim(), delimiter));
    else if (path === NAMELESS) body[`column ${index + 1}`] = text;
  }
  return body;
}

function readCell(path: string, kind: Leaf['kind'], text: string, delimiter: string): unknown {
  if (kind === 'list') return text.split('|').map((element) => element.trim());
  if (kind === 'flag') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  // Spreadsheets separate by semicolons where the comma stands in numbers.
  const number = delimiter === ';' ? text.replace(',', '.') : text;
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text;
  // As in records, whose export is to be read again.
  return path === 'departuredDate' ? text.replace(/ 00:00:00\.000$/, ' 00:00:00') : text;
}

function put(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name] as Record<string, unknown>, rest, value);
}
