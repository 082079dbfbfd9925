import { SingleFlight } from '#platform/concurrency';

/** How many records a sweep handles at once. */
const BATCH = 100;

/** Handles all due records, batch after batch; only one run at a time in this process. */
export class Sweep {
  private readonly flight = new SingleFlight(() => this.run().catch(this.report));
  private stopped = false;

  /**
   * @param batch handles at most `limit` records and returns how many
   * @param report called when a batch fails; the next sweep retries it
   */
  constructor(
    private readonly batch: (limit: number) => Promise<number>,
    private readonly report: (problem: unknown) => void,
  ) {}

  /** Starts a sweep, unless one is running, and does not wait for it. */
  start(): void {
    if (!this.stopped) void this.flight.run();
  }

  /** Starts no further batch and waits for the current one. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.flight.current;
  }

  private async run(): Promise<void> {
    while (!this.stopped && (await this.batch(BATCH)) === BATCH);
  }
}
