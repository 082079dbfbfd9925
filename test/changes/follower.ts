import type { Call } from '../support/call.js';

/** An entry of `GET /changes`. */
export interface Entry {
  cursor: string;
  subject: string;
  ID: number | string;
  locationID: string;
  change: string;
  status: string;
  fields: string[];
  changedAt: string;
}

/** Reads `GET /changes` page by page, as an integrator's program does, and keeps a copy of the items. */
export class Follower {
  readonly entries: Entry[] = [];
  readonly items = new Map<number, object>();
  next: string | undefined;

  constructor(
    private readonly call: Call,
    private readonly query = '',
  ) {}

  /** Reads on until nothing more is there. @returns the entries that were new */
  async read(): Promise<Entry[]> {
    const before = this.entries.length;
    for (;;) {
      const after = this.next === undefined ? '' : `&after=${this.next}`;
      const { status, body } = await this.call('GET', `/changes?limit=50${after}${this.query}`);
      if (status !== 200) throw new Error(`GET /changes answered ${status}: ${JSON.stringify(body)}`);
      for (const entry of body.changes) await this.take(entry);
      this.next = body.next;
      if (!body.hasMore) return this.entries.slice(before);
    }
  }

  private async take(entry: Entry): Promise<void> {
    this.entries.push(entry);
    if (entry.subject !== 'item') return;
    const { status, body } = await this.call('GET', `/items/${entry.ID}`);
    if (status === 404) this.items.delete(entry.ID as number);
    else this.items.set(entry.ID as number, body);
  }
}

/** All items that the API shows to a caller, by their ID. */
export async function shownItems(call: Call): Promise<Map<number, object>> {
  const shown = new Map<number, object>();
  for (let page = 1; ; page++) {
    const { body } = await call('GET', `/items?limit=1000&page=${page}`);
    for (const item of body.items) shown.set(item.ID, item);
    if (!body.hasMore) return shown;
  }
}
