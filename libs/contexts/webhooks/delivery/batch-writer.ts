import { setTimeout as pause } from 'node:timers/promises';

/** Items in one write at most. */
const BATCH = 250;
/** Milliseconds before a write that failed is repeated. */
const AGAIN = 500;

/** Writes items in batches, one at a time: what is added meanwhile goes into the next, so that a busy worker writes many at once. */
export class BatchWriter<Item> {
  private readonly items: Item[] = [];
  private running: Promise<void> | null = null;
  private stopping = false;

  /**
   * @param write writes a batch; it is repeated while it fails
   * @param report told about a write that failed
   */
  constructor(
    private readonly write: (batch: readonly Item[]) => Promise<void>,
    private readonly report: (problem: unknown) => void,
  ) {}

  add(item: Item): void {
    this.items.push(item);
    this.running ??= this.run();
  }

  /** Resolves when everything that was added is written, or given up by a worker that stops; at the latest after the milliseconds. */
  async settled(limit: number): Promise<void> {
    if (this.running) await Promise.race([this.running, pause(limit, undefined, { ref: false })]);
  }

  /** From now on a write that fails is not repeated. */
  stop(): void {
    this.stopping = true;
  }

  private async run(): Promise<void> {
    await new Promise(setImmediate);
    while (this.items.length > 0) {
      const batch = this.items.slice(0, BATCH);
      try {
        await this.write(batch);
        this.items.splice(0, batch.length);
      } catch (problem) {
        this.report(problem);
        if (this.stopping) break;
        await pause(AGAIN);
      }
    }
    // Not in a callback of the promise: what is added before that ran would wait for the next one.
    this.running = null;
  }
}
