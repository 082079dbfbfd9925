import { LRUCache } from 'lru-cache';
import type { History } from './history.js';
import type { StreamID } from './recorded-event.js';

/** How long a record is kept, in milliseconds; the bytes of all of them and of one, judged by their events; what one takes besides. */
const [KEPT, MOST, MOST_OF_ONE, LEAST_OF_ONE] = [60_000, 8_000_000, 64_000, 1_000];

/** How often what is kept no more leaves the memory, in milliseconds. */
const PURGED = 5_000;

/**
 * Records as this process changed them last, so that the next command need not read them again. Another process may have changed one since:
 * then its events are refused, as those of any two at once are, and it is read.
 */
export class KeptHistories {
  private readonly histories = new LRUCache<string, History>({
    ttl: KEPT - PURGED,
    maxSize: MOST,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ bytes }) => LEAST_OF_ONE + bytes,
  });

  /** Erased data leaves the memory: here at once, in other processes within KEPT. */
  private readonly purging = setInterval(() => this.histories.purgeStale(), PURGED).unref();

  of<State>(record: StreamID): History<State> | undefined {
    return this.histories.get(keyOf(record)) as History<State> | undefined;
  }

  /** Keeps a record as a commit left it; one whose personal data was erased is forgotten. */
  keep(record: StreamID, history: History): void {
    const known = this.histories.get(keyOf(record));
    if (history.erasure > 0) this.histories.delete(keyOf(record));
    else if (!known || known.version < history.version)
      this.histories.set(keyOf(record), { ...history, sealedKey: alone(history.sealedKey) });
  }

  close(): void {
    clearInterval(this.purging);
  }
}

/** A copy of its own: a small Buffer is a piece of one of 64 kB, which it would keep as a whole. */
const alone = (bytes: Buffer | null) => bytes && Buffer.alloc(bytes.length, bytes);

const keyOf = ({ groupID, type, id }: StreamID) => `${groupID}/${type}/${id}`;
