/** This worker's right to a row. */
export class Lease<Work> {
  /** Something of it was begun to be sent: it may have arrived. */
  isSent = false;
  /** The result is known. */
  hasEnded = false;
  /** This worker no longer holds the row. */
  isLost = false;
  /** Ends what is done under this lease only, while it is under way. */
  stop: (() => void) | null = null;

  /** @param endsAt in the time of `performance.now()` */
  constructor(
    readonly work: Work,
    public endsAt: number,
  ) {}

  /** Nothing of it can have arrived: it is given back as if it had never been claimed. */
  get isUntried(): boolean {
    return !this.isSent && !this.hasEnded;
  }

  lose(): void {
    this.isLost = true;
    this.stop?.();
  }
}
