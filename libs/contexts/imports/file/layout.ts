import { ValidationFailed } from '#platform/kernel';
import { columnsOf } from './columns.js';
import { type Encoding, notWrittenIn, readerOf } from './encodings.js';
import { mappingOf } from './mapping.js';
import type { Received } from './received.js';

/** How a received file is read. */
interface Layout {
  /** The names in the first line, as they came. */
  header: string[];
  /** The paths that they stand for. */
  columns: string[];
}

/**
 * The encoding of a received file: the one that is said, that of its mark, UTF-8, or the guess.
 * @param guess null where there is none
 * @throws ValidationFailed where that is not so, or nothing says it
 */
export function encodingOf(
  { isWorkbook, mark, isUtf8, hasZero, isIn1252, unlikely }: Received,
  said: Encoding | undefined,
  guess: Encoding | null,
): Encoding {
  if (isWorkbook) throw wrong('Is a workbook, not a CSV: save it as "CSV UTF-8".');
  if (mark === 'utf-16be') throw wrong('Is in UTF-16 with the bytes of each letter the other way round: save it as "CSV UTF-8".');
  if (mark !== null && said !== undefined && said !== mark) throw wrong(`Begins with the mark of ${mark}, and is no ${said}.`);
  const encoding = said ?? mark ?? (isUtf8 || hasZero ? 'utf-8' : guess);
  if (hasZero && encoding !== 'utf-16le') throw wrong('Must be text; UTF-16 is read where `encoding` or its mark says so.');
  if (encoding === null) throw wrong('Is not in UTF-8: say its `encoding`, or save it as "CSV UTF-8".');
  if (said === undefined && unlikely.has(encoding) && !isUtf8) {
    throw wrong(`Is not in UTF-8 throughout, nor likely in ${encoding}: say its \`encoding\`, or save it as "CSV UTF-8".`);
  }
  if (encoding === 'utf-8' && !isUtf8) throw wrong('Must be text in UTF-8.');
  if (encoding === 'windows-1252' && !isIn1252) throw notWrittenIn(encoding);
  return encoding;
}

/** @throws ValidationFailed where the file is no CSV, or for a column that is unknown */
export function layoutOf({ names, delimiter, fault }: Received, encoding: Encoding, columns: string | undefined): Layout {
  if (fault) throw new ValidationFailed([fault]);
  const read = readerOf(encoding);
  const header = names.map((name) => read(Buffer.from(name, 'latin1')));
  return { header, columns: columnsOf(header, mappingOf(columns).mapping, delimiter) };
}

function wrong(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'file', code: 'invalid_format', message }]);
}
