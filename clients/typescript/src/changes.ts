import type { Client } from './generated/client/index.js';
import { listChanges } from './generated/sdk.gen.js';
import type { ListChangesData, ListChangesResponse } from './generated/types.gen.js';

/** One entry of the change feed. */
export type Change = ListChangesResponse['changes'][number];

export interface ChangesOptions {
  client: Client;
  /** Goes on behind this cursor: the last one that you have kept. Absent: from the oldest change that is kept; `now`: from now on. */
  after?: string;
  subject?: NonNullable<ListChangesData['query']>['subject'];
  locationID?: NonNullable<ListChangesData['query']>['locationID'];
  /** Milliseconds between questions when nothing is there; 2 s by default. `null` ends once everything is read. */
  interval?: number | null;
  /** Ends the iteration. */
  signal?: AbortSignal;
}

/**
 * What was committed, oldest first, for ever or until everything is read. Keep the `cursor` of the last change that you have dealt with,
 * and give it as `after` to go on: every change comes exactly once.
 * @throws the problem document of a question that fails; its `code` is `cursor_too_old` where changes behind `after` are not kept any more:
 * take a cursor with `now`, read the lists again, and go on from that cursor
 */
export async function* changes(options: ChangesOptions): AsyncGenerator<Change, void, undefined> {
  const { client, subject, locationID, interval = 2_000, signal } = options;
  let { after } = options;
  while (!signal?.aborted) {
    const { data, error } = await listChanges({ client, query: { after, subject, locationID, limit: 1000 }, signal });
    if (signal?.aborted) return;
    if (!data) throw error;
    yield* data.changes;
    after = data.next;
    if (data.hasMore) continue;
    if (interval === null) return;
    await pause(interval, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
