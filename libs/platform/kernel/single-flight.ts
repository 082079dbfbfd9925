/** Work of which one run is under way at a time. */
export class SingleFlight<T = void> {
  private running: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  /** Starts a run, or joins the one under way; fails as that does. */
  run(): Promise<T> {
    this.running ??= this.work().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** The run under way, null when there is none. */
  get current(): Promise<T> | null {
    return this.running;
  }
}
