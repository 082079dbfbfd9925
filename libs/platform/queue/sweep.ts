import { SingleFlight } from '#platform/kernel';

/** How much a sweep takes at once. */
const BATCH = 100;

/** Clears away what is due, batch after batch, one sweep at a time in this process. */
export class Sweep {
  private readonly flight = new SingleFlight(() => this.run().catch(this.report));
  private stopped = false;

  /**
   * @param batch does at most `limit` and says how many it did
   * @param report told about a batch that failed; the next sweep tries again
   */
  constructor(
    private readonly batch: (limit: number) => Promise<number>,
    private readonly report: (problem: unknown) => void,
  ) {}

  /** Starts a sweep, unless one is running, and does not wait for it. */
  start(): void {
    if (!this.stopped) void this.flight.run();
  }

  /** Begins no further batch and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.flight.current;
  }

  private async run(): Promise<void> {
    while (!this.stopped && (await this.batch(BATCH)) === BATCH);
  }
}
