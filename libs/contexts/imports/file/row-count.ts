const [QUOTE, LINE_FEED, RETURN, SPACE] = [...'"\n\r '].map((sign) => sign.charCodeAt(0));

/**
 * Counts the rows of a CSV as they arrive, without its line of column names and without empty ones, and notices a quote that is never
 * closed. Parsing does the same at a hundredth of the speed, which an upload should not cost the calls of others.
 */
export class RowCount {
  rows = 0;
  private quoted = false;
  /** Nothing of the cell was read yet: only there a quote begins a quoted cell. */
  private fresh = true;
  private empty = true;
  private header = true;

  /** @param delimiter the code of the separator */
  constructor(public delimiter = 0) {}

  get isOpen(): boolean {
    return this.quoted;
  }

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      // A doubled quote ends the cell and begins it again.
      if (byte === QUOTE && (this.quoted || this.fresh)) [this.quoted, this.fresh] = [!this.quoted, this.quoted];
      else if (this.quoted) this.empty = false;
      else if (byte === LINE_FEED || byte === RETURN) this.end();
      else if (byte === this.delimiter) this.fresh = true;
      else {
        this.fresh = false;
        if (byte !== SPACE) this.empty = false;
      }
    }
  }

  /** The row ends. */
  end(): void {
    if (!this.empty) {
      if (this.header) this.header = false;
      else this.rows++;
    }
    [this.fresh, this.empty] = [true, true];
  }
}
