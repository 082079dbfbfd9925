import { LRUCache } from 'lru-cache';

/** How long a value is kept, and how often what is kept no more leaves the memory, in milliseconds. */
const [KEPT, PURGED] = [60_000, 5_000];

/** Bounds of what is kept: the bytes or characters of all values and of one, and how they are counted. */
interface Sizes<Value> {
  maxSize: number;
  maxEntrySize?: number;
  sizeCalculation: (value: Value) => number;
}

/** Values that were read or written of records. Its owner takes out what is erased here; other processes forget that within KEPT. */
export class Kept<Value extends object> extends LRUCache<string, Value> {
  private readonly purging = setInterval(() => this.purgeStale(), PURGED).unref();

  constructor(sizes: Sizes<Value>) {
    super({ ttl: KEPT - PURGED, ...sizes });
  }

  close(): void {
    clearInterval(this.purging);
  }
}
