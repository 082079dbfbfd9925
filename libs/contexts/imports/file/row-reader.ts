const [QUOTE, LINE_FEED, RETURN, SPACE, TAB, END] = [...'"\n\r \t\x1a'].map((sign) => sign.charCodeAt(0));

/** Spaces, and the sign that DOS ends a file with. */
const isSpace = (byte: number) => byte === SPACE || byte === TAB || byte === END;

/** Maximum bytes of a row: a longer one has an unclosed quote that takes in what follows. */
const LONGEST = 1024 * 1024;

/** Separators of a row that count: a spreadsheet has no more columns. The rest belongs to the last cell. */
export const MOST_COLUMNS = 16_384;

/** A row longer than any is, or a quote that is never closed. */
export class NoCsv extends Error {}

/** A row of a CSV, as bytes. */
export interface RawRow {
  bytes: Buffer;
  /** Where its cells are separated. */
  separators: readonly number[];
  /** Nothing but blanks is in its cells. */
  isBlank: boolean;
  /** Bytes that were read up to its end, the end of its line included. */
  end: number;
}

/**
 * The rows of a CSV as its bytes arrive, for counting them and for registering them: two readers could disagree. Lines end in CRLF, LF or
 * CR, differently in one file too. A quote counts at the beginning of a cell, spaces before it aside, and to its end only if nothing but
 * spaces follows there.
 */
export class RowReader {
  private readonly delimiter: number;
  private quoted = false;
  /** Nothing of the cell was read yet, or a quote was closed, which another doubles. */
  private fresh = true;
  /** A quote was closed: spaces do not begin the cell anew. */
  private closed = false;
  private blank = true;
  /** The line has ended in CR, behind which LF may follow. */
  private returned = false;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private separators: number[] = [];
  private read = 0;

  /** @param delimiter an ASCII sign */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Whether a quote was opened and not closed. */
  get isOpen(): boolean {
    return this.quoted;
  }

  /** The rows that end in these bytes. @throws NoCsv */
  add(chunk: Buffer): RawRow[] {
    const rows: RawRow[] = [];
    let start = 0;
    const end = (at: number) => {
      rows.push(this.row(chunk.subarray(start, at)));
      start = at;
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.returned) {
        end(byte === LINE_FEED ? at + 1 : at);
        if (byte === LINE_FEED) continue;
      }
      if (byte === QUOTE && (this.quoted || this.fresh)) {
        this.fresh = this.quoted;
        this.quoted = !this.quoted;
        this.closed = !this.quoted;
      } else if (this.quoted) {
        if (!isSpace(byte) && byte !== LINE_FEED && byte !== RETURN) this.blank = false;
      } else if (byte === LINE_FEED) end(at + 1);
      else if (byte === RETURN) this.returned = true;
      else if (byte === this.delimiter) {
        this.fresh = true;
        this.closed = false;
        if (this.separators.length < MOST_COLUMNS) this.separators.push(this.heldBytes + at - start);
      } else {
        if (this.closed || !isSpace(byte)) this.fresh = false;
        if (!isSpace(byte)) this.blank = false;
      }
    }
    this.held.push(chunk.subarray(start));
    this.heldBytes += chunk.length - start;
    if (this.heldBytes > LONGEST) throw new NoCsv();
    return rows;
  }

  /** The row that the file ends with, where its line does not end. @throws NoCsv */
  end(): RawRow[] {
    if (this.quoted) throw new NoCsv();
    return this.heldBytes === 0 ? [] : [this.row(Buffer.alloc(0))];
  }

  private row(last: Buffer): RawRow {
    const bytes = this.held.length === 0 ? last : Buffer.concat([...this.held, last]);
    this.read += bytes.length;
    const { separators, blank: isBlank, read: end } = this;
    Object.assign(this, { held: [], heldBytes: 0, separators: [], fresh: true, closed: false, blank: true, returned: false });
    return { bytes, separators, isBlank, end };
  }
}

/** The cells of a row. @param read what bytes say */
export function cellsOf({ bytes, separators }: RawRow, read: (bytes: Buffer) => string): string[] {
  const [last = 0, before = 0] = [bytes.at(-1), bytes.at(-2)];
  const ending = last === LINE_FEED && before === RETURN ? 2 : last === LINE_FEED || last === RETURN ? 1 : 0;
  const ends = [...separators, bytes.length - ending];
  return ends.map((end, index) => textOf(read(bytes.subarray(index === 0 ? 0 : ends[index - 1]! + 1, end))));
}

/** The text in a cell's quotes, which some programs escape by backslashes; a cell with more than that is taken as it stands. */
function textOf(cell: string): string {
  const inner = /^[ \t]*"(.*)"[ \t]*$/s.exec(cell)?.[1];
  if (inner === undefined) return cell;
  if (!inner.replaceAll('""', '').includes('"')) return inner.replaceAll('""', '"');
  return /^(?:[^"\\]|\\.)*$/s.test(inner) ? inner.replaceAll('\\"', '"') : cell;
}
