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

  /** The current run, or null. */
  get current(): Promise<T> | null {
    return this.running;
  }
}
