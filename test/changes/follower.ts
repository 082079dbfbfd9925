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

  /**
   * Reads on until nothing more is there. What fails in between leaves it where it was, and it can be called again.
   * @returns the entries that were new
   */
  async read(): Promise<Entry[]> {
    const before = this.entries.length;
    for (;;) {
      const after = this.next === undefined ? '' : `&after=${this.next}`;
      const { status, body } = await this.call('GET', `/changes?limit=50${after}${this.query}`);
      if (status !== 200) throw new Error(`GET /changes answered ${status}: ${JSON.stringify(body)}`);
      const items = new Set<number>(body.changes.filter(ofItem).map(({ ID }: Entry) => ID));
      await Promise.all([...items].map((ID) => this.mirror(ID)));
      this.entries.push(...body.changes);
      this.next = body.next;
      if (!body.hasMore) return this.entries.slice(before);
    }
  }

  /** How often each item was listed, by their IDs. */
  timesListed(): [number, number][] {
    const items = Map.groupBy(this.entries.filter(ofItem), ({ ID }) => ID as number);
    return [...items].map(([ID, of]): [number, number] => [ID, of.length]).sort(([one], [other]) => one - other);
  }

  private async mirror(ID: number): Promise<void> {
    const { status, body } = await this.call('GET', `/items/${ID}`);
    if (status === 404) this.items.delete(ID);
    else if (status === 200) this.items.set(ID, body);
    else throw new Error(`GET /items/${ID} answered ${status}: ${JSON.stringify(body)}`);
  }
}

const ofItem = ({ subject }: Entry) => subject === 'item';

/** How often each item was committed, by the log itself. */
export const COMMITS = `select stream_id, count(distinct transaction_id)::int as commits from events
  where stream_type = 'item' group by 1 order by 1`;

/** All items that the API shows to a caller, by their ID. */
export async function shownItems(call: Call): Promise<Map<number, object>> {
  const shown = new Map<number, object>();
  for (let page = 1; ; page++) {
    const { body } = await call('GET', `/items?limit=1000&page=${page}`);
    for (const item of body.items) shown.set(item.ID, item);
    if (!body.hasMore) return shown;
  }
}
