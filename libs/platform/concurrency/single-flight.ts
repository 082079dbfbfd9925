/** Work that never runs more than once at a time. */
export class SingleFlight<T = void> {
  private running: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  /** Starts a run, or joins the current one, with the same result or error. */
  run(): Promise<T> {
    this.running ??= this.work().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /**
   * Runs it at an interval that keeps no process from ending; one that takes longer is not joined by more and more, of which each would
   * occupy another connection while the database hangs.
   * @param interval milliseconds
   */
  every(interval: number): NodeJS.Timeout {
    return setInterval(() => void this.run(), interval).unref();
  }

  /** The current run, or null. */
  get current(): Promise<T> | null {
    return this.running;
  }
}
