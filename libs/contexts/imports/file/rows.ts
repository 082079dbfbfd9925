import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { ImportRow } from '../import.entities.js';
import { decoded } from './encodings.js';

/** Maximum bytes of a row: a longer one has an unclosed quote that takes in what follows. */
const LONGEST = 1024 * 1024;

/** A row of a file. */
export interface FileRow {
  /** 1 is the first behind the line of column names; empty ones count. */
  row: number;
  cells: string[];
  /** Where the next one begins in the file. */
  nextByte: number;
}

/** The rows of an import that are still to be worked on. @param bytes those of its file, from `next_byte` on */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  { delimiter, encoding, next_byte, next_row }: Pick<ImportRow, 'delimiter' | 'encoding' | 'next_byte' | 'next_row'>,
): AsyncGenerator<FileRow> {
  let row = next_row;
  // Offsets are those of bytes: what is not UTF-8 is read one by one, and decoded cell by cell.
  const isSingle = encoding === 'windows-1252';
  const parser = parse({
    ...{ delimiter, encoding: isSingle ? 'latin1' : 'utf8', info: true },
    ...{ relax_quotes: true, relax_column_count: true, max_record_size: LONGEST },
  });
  const source = Readable.from(bytes);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { bytes: number } }>) {
      const cells = isSingle ? record.map((cell) => decoded(cell, encoding)) : record;
      yield { row: row++, cells, nextByte: next_byte + info.bytes };
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
}
