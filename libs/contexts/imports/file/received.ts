import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse/sync';
import { type FieldError, TooLarge } from '#platform/kernel';
import { RowCount } from './row-count.js';

/** Bytes and rows of a file at most (decisions.md, section 10, Import). */
const [MOST_BYTES, MOST_ROWS] = [50 * 1024 * 1024, 200_000];

/** Bytes of the line of column names at most. */
const HEADER = 64 * 1024;

/** A received file, before any of its rows was judged. */
export interface Received {
  delimiter: string;
  /** The names in its first line, their bytes read as Latin-1. */
  names: string[];
  /** Where the first row begins. */
  nextByte: number;
  rows: number;
  isUtf8: boolean;
  /** It holds a zero byte, as text in one of the encodings with single bytes never does. */
  hasZero: boolean;
  /** Why it is no CSV that can be imported. */
  fault: FieldError | null;
}

/**
 * Looks through a file while it is stored: its column names, how many rows it has, whether it is UTF-8. What is said of it waits for the
 * fields of the form, which may come behind the file.
 */
export class Receiving {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private readonly found = { delimiter: ',', names: [] as string[], nextByte: 0, isUtf8: true, hasZero: false };
  private fault: FieldError | null = null;
  private head: Buffer | null = Buffer.alloc(0);
  private readonly count = new RowCount();
  private bytes = 0;

  /** @param mostBytes more are refused */
  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** Hands the chunks on. @throws TooLarge */
  async *through(file: Readable | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      if (this.bytes > this.mostBytes) throw new TooLarge('The file is larger than 50 MiB.');
      this.decode(chunk);
      if (!this.fault) this.add(chunk);
      yield chunk;
    }
    this.decode();
    if (this.head && !this.fault) this.begin(this.head);
    if (this.count.isOpen) this.refuse('invalid_format', 'A quote is opened and never closed.');
    this.count.end();
    this.checkRows();
  }

  get result(): Received {
    return { ...this.found, rows: this.count.rows, fault: this.fault };
  }

  private add(chunk: Buffer): void {
    if (this.head === null) this.count.add(chunk);
    else {
      this.head = Buffer.concat([this.head, chunk]);
      if (endsItsFirstLine(this.head)) this.begin(this.head);
      else if (this.head.length > HEADER) this.refuse('too_long', 'Its line of column names is too long.');
    }
    this.checkRows();
  }

  /** Reads the line of column names. */
  private begin(head: Buffer): void {
    const bom = head.subarray(0, 3).equals(BOM) ? BOM.length : 0;
    const text = head.subarray(bom);
    const delimiter = delimiterOf(text);
    try {
      const [first] = parse(text, {
        delimiter,
        encoding: 'latin1',
        to: 1,
        info: true,
        relax_quotes: true,
        relax_column_count: true,
      });
      const { record = [], info } = (first ?? {}) as { record?: string[]; info?: { bytes: number } };
      Object.assign(this.found, { delimiter, names: record, nextByte: bom + (info?.bytes ?? 0) });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      this.refuse('invalid_format', 'Its line of column names has a quote that is never closed.');
      return;
    }
    this.head = null;
    this.count.delimiter = delimiter.charCodeAt(0);
    this.count.add(text);
  }

  private decode(chunk?: Buffer): void {
    this.found.hasZero ||= chunk?.includes(0) ?? false;
    if (!this.found.isUtf8) return;
    try {
      this.utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.found.isUtf8 = false;
    }
  }

  private checkRows(): void {
    if (this.count.rows > MOST_ROWS) this.refuse('too_long', `Has more than ${MOST_ROWS.toLocaleString('en-US')} rows.`);
  }

  private refuse(code: 'invalid_format' | 'too_long', message: string): void {
    this.fault ??= { field: 'file', code, message };
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The separator that stands most often outside of quotes in the first line. */
function delimiterOf(text: Buffer): string {
  const [line = ''] = text
    .toString('latin1')
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/** Something follows a line break that stands in no quoted name of a column. */
function endsItsFirstLine(head: Buffer): boolean {
  return /^(?:[^"\r\n]|"[^"]*")*[\r\n]./s.test(head.toString('latin1'));
}
