import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse/sync';
import { TooLarge, ValidationFailed } from '#platform/kernel';
import { columnsOf } from './columns.js';
import { RowCount } from './row-count.js';

/** Bytes and rows of a file at most (decisions.md, section 10, Import). */
const [MOST_BYTES, MOST_ROWS] = [50 * 1024 * 1024, 200_000];

/** Bytes of the line of column names at most. */
const HEADER = 64 * 1024;

/** What is known of a file that has been received, before any of its rows was judged. */
export interface Received {
  delimiter: string;
  columns: string[];
  /** Where the first row begins. */
  nextByte: number;
  rows: number;
}

/**
 * Looks through a file while it is stored: that it is UTF-8, whose columns are known and whose rows are not too many.
 * @throws ValidationFailed, TooLarge
 */
export class Receiving {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private head: Buffer | null = Buffer.alloc(0);
  private count: RowCount | null = null;
  private found: Omit<Received, 'rows'> | null = null;
  private bytes = 0;

  /** Hands the chunks on. */
  async *through(file: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      if (this.bytes > MOST_BYTES) throw new TooLarge('The file is larger than 50 MiB.');
      this.decode(chunk);
      this.add(chunk);
      yield chunk;
    }
    this.decode();
    if (this.head) this.begin(this.head);
    if (this.count?.isOpen) throw refused('invalid_format', 'A quote is opened and never closed.');
    this.count?.end();
    this.checkRows();
  }

  get result(): Received {
    return { ...this.found!, rows: this.count!.rows };
  }

  private add(chunk: Buffer): void {
    if (this.head === null) this.count!.add(chunk);
    else {
      this.head = Buffer.concat([this.head, chunk]);
      if (endsItsFirstLine(this.head)) this.begin(this.head);
      else if (this.head.length > HEADER) throw refused('too_long', 'Its line of column names is too long.');
    }
    this.checkRows();
  }

  /** Reads the line of column names. */
  private begin(head: Buffer): void {
    const [line = ''] = head.toString('utf8').split(/[\r\n]/, 1);
    const delimiter = /[,;\t]/.exec(line)?.[0] ?? ',';
    const first = firstRecord(head, delimiter);
    this.found = { delimiter, columns: columnsOf(first?.record ?? []), nextByte: first?.info.bytes ?? 0 };
    this.head = null;
    this.count = new RowCount(delimiter.charCodeAt(0));
    this.count.add(head.subarray(startsWithBom(head) ? 3 : 0));
  }

  private decode(chunk?: Buffer): void {
    try {
      const text = this.utf8.decode(chunk, { stream: chunk !== undefined });
      if (!text.includes('\0')) return;
    } catch {
      // Said below.
    }
    throw refused('invalid_format', 'Must be text in UTF-8.');
  }

  private checkRows(): void {
    if ((this.count?.rows ?? 0) > MOST_ROWS)
      throw refused('too_long', `Has more than ${MOST_ROWS.toLocaleString('en-US')} rows.`);
  }
}

/** Something follows a line break that stands in no quoted name of a column. */
function endsItsFirstLine(head: Buffer): boolean {
  return /^(?:[^"\r\n]|"[^"]*")*[\r\n]./s.test(head.toString('latin1'));
}

/** @throws ValidationFailed */
function firstRecord(head: Buffer, delimiter: string): { record: string[]; info: { bytes: number } } | undefined {
  const options = { bom: true, delimiter, to: 1, info: true, relax_quotes: true, relax_column_count: true } as const;
  try {
    const [first]: unknown[] = parse(head, options);
    return first as { record: string[]; info: { bytes: number } } | undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused('invalid_format', 'Its line of column names has a quote that is never closed.');
  }
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
}

function refused(code: 'invalid_format' | 'too_long', message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'file', code, message }]);
}
