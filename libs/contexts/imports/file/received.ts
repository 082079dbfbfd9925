import type { Readable } from 'node:stream';
import { type FieldError, TooLarge } from '#platform/kernel';
import { type Encoding, markIn, NOT_IN_1252, unlikelyFor } from './encodings.js';
import { cellsOf, MOST_COLUMNS, NoCsv, type RawRow, RowReader } from './row-reader.js';
import { delimiterOf, separatorLine, typeLine } from './separators.js';

/** Bytes and rows of a file at most (decisions.md, section 10, Import). */
const [MOST_BYTES, MOST_ROWS] = [50 * 1024 * 1024, 200_000];

/** How .xlsx and .ods begin, and .xls. */
const WORKBOOKS = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0', 'hex')];

/** How pages begin, which programs give out for a spreadsheet. */
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<[!?a-z]/i;

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
  /** The encoding that its first bytes say. */
  mark: Encoding | 'utf-16be' | null;
  isUtf8: boolean;
  /** Windows-1252 has all its bytes. */
  isIn1252: boolean;
  /** Nobody would take it for text in one of these. */
  unlikely: Set<Encoding>;
  /** It holds a zero byte, as text in one of the encodings but UTF-16 never does. */
  hasZero: boolean;
  /** It is a file of Excel's own, or of another program that packs or scatters it. */
  isWorkbook: boolean;
  /** Why it is no CSV that can be imported. */
  fault: FieldError | null;
}

/**
 * Looks through a file while it is stored: its column names, how many rows it has, what it may be written in. Its judgement waits for the
 * fields of the form, which may come behind the file.
 */
export class Receiving {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private readonly found: Omit<Received, 'fault'> = {
    ...{ delimiter: ',', names: [], nextByte: 0, rows: 0 },
    ...{ isWorkbook: false, mark: null, isUtf8: true, isIn1252: true, unlikely: new Set(), hasZero: false },
  };
  private fault: FieldError | null = null;
  private head: Buffer | null = Buffer.alloc(0);
  private reader = new RowReader(',');
  private bytes = 0;
  /** The last bytes of what came before: signs are told by those beside them. */
  private tail = Buffer.alloc(0);

  /** @param mostBytes more are refused */
  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** Hands the chunks on. @throws TooLarge */
  async *through(file: Readable | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      if (this.bytes > this.mostBytes) throw new TooLarge('The file is larger than 50 MiB.');
      this.decode(chunk);
      this.read(() => this.add(chunk));
      yield chunk;
    }
    this.decode();
    this.read(() => (this.head === null ? this.count(this.reader.end()) : this.begin(this.head, true)));
  }

  get result(): Received {
    return { ...this.found, fault: this.fault };
  }

  private read(step: () => unknown): void {
    try {
      if (!this.fault) step();
    } catch (error) {
      if (!(error instanceof NoCsv)) throw error;
      if (this.reader.isOpen) this.refuse('invalid_format', 'A quote is opened and never closed.');
      else this.refuse('too_long', 'Has a row of more than 1 MiB.');
    }
  }

  private add(chunk: Buffer): void {
    if (this.head === null) this.count(this.reader.add(chunk));
    else {
      this.head = Buffer.concat([this.head, chunk]);
      const { head } = this;
      this.found.isWorkbook =
        WORKBOOKS.some((beginning) => head.indexOf(beginning) === 0) || MARKUP.test(head.toString('latin1'));
      if (this.begin(this.head, false)) return;
      if (this.head.length > HEADER) this.refuse('too_long', 'Its line of column names is too long.');
    }
  }

  /** Reads the line of column names, if it has come to its end. */
  private begin(head: Buffer, isAll: boolean): boolean {
    const { mark, length: marked } = markIn(head) ?? { mark: null, length: 0 };
    const before = marked + typeLine(head.subarray(marked));
    const text = head.subarray(before);
    const said = separatorLine(text);
    // A line feed may follow.
    if (text.length === (said?.length ?? 0) && !isAll) return false;
    const { delimiter, length } = said ?? { delimiter: delimiterOf(text), length: 0 };
    this.reader = new RowReader(delimiter);
    const rows = this.reader.add(text.subarray(length));
    if (isAll) rows.push(...this.reader.end());
    // The separator of a blank line is known once the names are.
    const first = rows.findIndex(({ bytes, isBlank }) => !isBlank && /[^,;\s"]/.test(bytes.toString('latin1')));
    if (first < 0 && !isAll) return false;
    const [names, ...rest] = rows.slice(Math.max(first, 0));
    this.head = null;
    Object.assign(this.found, { delimiter, mark });
    if (names) this.name(names, before + length);
    this.count(rest);
    return true;
  }

  private name(line: RawRow, before: number): void {
    if (line.separators.length >= MOST_COLUMNS) this.refuse('too_long', `Has more than ${written(MOST_COLUMNS)} columns.`);
    else this.found.names = cellsOf(line, (bytes) => bytes.toString('latin1'));
    this.found.nextByte = before + line.end;
  }

  private count(rows: readonly RawRow[]): void {
    for (const { isBlank } of rows) if (!isBlank) this.found.rows++;
    if (this.found.rows > MOST_ROWS) this.refuse('too_long', `Has more than ${written(MOST_ROWS)} rows.`);
  }

  private decode(chunk?: Buffer): void {
    if (chunk) {
      const seen = Buffer.concat([this.tail, chunk]);
      for (const encoding of unlikelyFor(seen)) this.found.unlikely.add(encoding);
      this.tail = seen.subarray(-2);
    }
    this.found.hasZero ||= chunk?.includes(0) ?? false;
    this.found.isIn1252 &&= !NOT_IN_1252.some((byte) => chunk?.includes(byte));
    if (!this.found.isUtf8) return;
    try {
      this.utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.found.isUtf8 = false;
    }
  }

  private refuse(code: 'invalid_format' | 'too_long', message: string): void {
    this.fault ??= { field: 'file', code, message };
  }
}

function written(count: number): string {
  return count.toLocaleString('en-US');
}
