import { Readable } from 'node:stream';
import { parse } from 'csv-parse';

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

/** The rows of a CSV from an offset on. @param row the number of the first */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  { delimiter, nextByte, row }: { delimiter: string; nextByte: number; row: number },
): AsyncGenerator<FileRow> {
  const parser = parse({ delimiter, info: true, relax_quotes: true, relax_column_count: true, max_record_size: LONGEST });
  const source = Readable.from(bytes);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { bytes: number } }>) {
      yield { row: row++, cells: record, nextByte: nextByte + info.bytes };
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
}
