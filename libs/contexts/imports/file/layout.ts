import { ValidationFailed } from '#platform/kernel';
import { columnsOf } from './columns.js';
import { decoded, type Encoding } from './encodings.js';
import { mappingOf } from './mapping.js';
import type { Received } from './received.js';

/** How a received file is read. */
interface Layout {
  encoding: Encoding;
  /** The names in the first line, as they came. */
  header: string[];
  /** The paths that they stand for. */
  columns: string[];
}

/** @throws ValidationFailed where the file is not what it is said to be, or for a column that is unknown */
export function layoutOf(
  { names, isUtf8, hasZero, fault }: Received,
  settings: { columns?: string; encoding?: Encoding },
): Layout {
  const { encoding = isUtf8 ? 'utf-8' : 'windows-1252' } = settings;
  if (hasZero || (encoding === 'utf-8' && !isUtf8)) {
    const message = hasZero ? 'Must be text; UTF-16 is read where `encoding` says so.' : 'Must be text in UTF-8.';
    throw new ValidationFailed([{ field: 'file', code: 'invalid_format', message }]);
  }
  if (fault) throw new ValidationFailed([fault]);
  const header = names.map((name) => decoded(name, encoding));
  return { encoding, header, columns: columnsOf(header, mappingOf(settings.columns).mapping) };
}
