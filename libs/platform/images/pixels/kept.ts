/** The parts of a file that are kept. */
export class Kept {
  private readonly parts: Buffer[] = [];
  private from = 0;
  private to = 0;

  constructor(private readonly file: Buffer) {}

  /** Keeps the bytes of the file from one place to another, behind what was kept before. */
  keep(from: number, to: number): void {
    // Chunks that lie side by side are one part, so that a file of a million chunks is few.
    if (from !== this.to) this.end();
    if (from !== this.to) this.from = from;
    this.to = to;
  }

  /** Adds other bytes. */
  add(bytes: Buffer): void {
    this.end();
    this.parts.push(bytes);
  }

  bytes(): Buffer {
    this.end();
    return Buffer.concat(this.parts);
  }

  private end(): void {
    if (this.to > this.from) this.parts.push(this.file.subarray(this.from, this.to));
    this.from = this.to;
  }
}
