import { setTimeout as pause } from 'node:timers/promises';
import { UMBRELLA } from '../../support/records.js';
import { chance } from './seed.js';

/** A call is answered, if only by 503, within so many milliseconds, whatever fails behind the API. */
const ANSWERED_WITHIN = 15_000;

/** Milliseconds between what a desk does: eight of them always have something in flight, and leave the machine to what is tried. */
const BETWEEN = 50;

/** Front desks that register things and close some of them, and keep a ledger of what was acknowledged. */
export class Load {
  /** `<item>/<status>` of every change that was answered with 2xx. */
  readonly acknowledged = new Set<string>();
  /** Calls that came to nothing: whether they were done is not known. */
  unanswered = 0;
  /** Of these, calls without any answer within 15 seconds. */
  hung = 0;
  private stopped = false;
  private readonly desks: Promise<void>[];

  constructor(
    private readonly url: string,
    private readonly token: string,
    desks = 4,
  ) {
    this.desks = Array.from({ length: desks }, () => this.work());
  }

  /** Resolves when `more` changes were acknowledged from now on. @throws when that takes longer than `within` milliseconds */
  async grows(more: number, within = 60_000): Promise<void> {
    const enough = this.acknowledged.size + more;
    const end = performance.now() + within;
    while (this.acknowledged.size < enough) {
      if (performance.now() > end) throw new Error(`${this.acknowledged.size} of ${enough} changes were acknowledged.`);
      await pause(20);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.desks);
  }

  private async work(): Promise<void> {
    while (!this.stopped) {
      const item = await this.call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' });
      if (!item) await pause(100);
      else {
        this.acknowledged.add(`${item.ID}/${item.status}`);
        if (chance() < 0.3) {
          const closed = await this.call('PUT', `/items/${item.ID}/status`, { status: 'finished' });
          if (closed) this.acknowledged.add(`${closed.ID}/${closed.status}`);
        }
      }
      await pause(BETWEEN);
    }
  }

  private async call(method: string, path: string, body: object): Promise<{ ID: number; status: string } | null> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWERED_WITHIN),
      });
      if (response.ok) return (await response.json()) as { ID: number; status: string };
      if (response.status < 500)
        throw new TypeError(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    } catch (problem) {
      if ((problem as Error).name === 'TimeoutError') this.hung += 1;
      if (problem instanceof TypeError && problem.cause === undefined && !/fetch failed|terminated/.test(problem.message))
        throw problem;
    }
    this.unanswered += 1;
    return null;
  }
}
