import type { ImportRow } from '../import.entities.js';
import { readerOf } from './encodings.js';
import { cellsOf, type RawRow, RowReader } from './row-reader.js';

/** A row of a file. */
export interface FileRow {
  /** 1 is the first behind the line of column names; blank ones count. */
  row: number;
  cells: string[];
  isBlank: boolean;
  /** Where the next one begins in the file. */
  nextByte: number;
}

/**
 * The rows of an import that are still to be worked on.
 * @param bytes those of its file, from `next_byte` on
 * @throws NoCsv
 */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  { delimiter, encoding, next_byte, next_row }: Pick<ImportRow, 'delimiter' | 'encoding' | 'next_byte' | 'next_row'>,
): AsyncGenerator<FileRow> {
  const [reader, read] = [new RowReader(delimiter), readerOf(encoding)];
  let row = next_row;
  const given = (one: RawRow) => ({
    ...{ row: row++, cells: cellsOf(one, read) },
    ...{ isBlank: one.isBlank, nextByte: next_byte + one.end },
  });
  for await (const chunk of bytes) for (const one of reader.add(chunk)) yield given(one);
  for (const one of reader.end()) yield given(one);
}
