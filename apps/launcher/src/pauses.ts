const LONGEST = 30_000;

/** How long to wait, in milliseconds, before what ended is started again: each time twice as long, until it has run for a while. */
export class Pauses {
  private count = 0;
  private settling: NodeJS.Timeout | undefined;

  next(): number {
    clearTimeout(this.settling);
    return Math.min(1000 * 2 ** this.count++, LONGEST);
  }

  /** It runs. */
  begin(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => (this.count = 0), LONGEST).unref();
  }
}
