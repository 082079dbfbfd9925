import { setTimeout as pause } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';

/** Maximum number of items in one write. */
const BATCH = 250;
/** Delay before a failed write is retried, in milliseconds. */
const RETRY_DELAY = 500;

/** Writes items in batches, one batch at a time: items added meanwhile go into the next, so that a busy worker writes many at once. */
export class BatchWriter<Item> {
  private readonly items: Item[] = [];
  private running: Promise<void> | null = null;
  private stopping = false;

  /**
   * @param write writes a batch; it is retried while it fails
   * @param log takes the error of a failed write
   */
  constructor(
    private readonly write: (batch: readonly Item[]) => Promise<unknown>,
    private readonly log: Pick<LoggerService, 'error'>,
  ) {}

  add(item: Item): void {
    this.items.push(item);
    this.running ??= this.run();
  }

  /** Resolves when all added items are written, or given up because of `stop`. @param limit maximum wait in milliseconds */
  async settled(limit: number): Promise<void> {
    if (this.running) await Promise.race([this.running, pause(limit, undefined, { ref: false })]);
  }

  /** Failed writes are no longer retried. */
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
        this.log.error(problem);
        if (this.stopping) break;
        await pause(RETRY_DELAY);
      }
    }
    // Not in a callback of the promise: an item added before it runs would wait for the next `add`.
    this.running = null;
  }
}
