import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { BatchWriter, SingleFlight } from '#platform/concurrency';
import type { Watchdog } from '#platform/observability';
import { Lease } from './lease.js';
import type { LeasedRows } from './leased-rows.js';

/** How long a lease lasts and how it is renewed; milliseconds. */
export interface LeaseTimes {
  /** From the claim or the last renewal until another worker may claim the row. */
  length: number;
  renewal: number;
  /** With less than this left on its lease, work is neither begun nor continued. */
  margin: number;
  /** How often leases are checked. */
  check: number;
}

/** The rows that a worker leases, and how. */
interface Leasing<Work extends object, Ended, Written> {
  rows: Pick<LeasedRows<Work>, 'renew' | 'abandon'>;
  /** Its key as a text. */
  nameOf(work: Work): string;
  /** Gives back rows of which nothing was done, as if they had never been claimed. */
  release(token: string, untried: readonly Work[]): Promise<unknown>;
  /** Writes down how work ended. */
  close(token: string, ended: readonly Ended[]): Promise<Written>;
  times: LeaseTimes;
  /** Maximum rows held at a time: bounds memory whatever the backlog. */
  most: number;
}

/** One step in the database ends within this many milliseconds: longer than all its waits together. */
const ROUND = 60_000;

/**
 * The rows that this worker holds of a table of leased work (`LeasedRows`): claims and renews them, gives back those that were not
 * begun and writes down how the rest ended. For work that takes long, or is claimed ahead.
 */
export class LeasedWork<Work extends object, Ended extends { lease: Lease<Work> }, Written = unknown> {
  /** Identifies this worker in the database. */
  readonly token = randomUUID();
  private readonly log: Logger;
  private readonly leased = new Map<string, Lease<Work>>();
  private readonly returned: BatchWriter<Work>;
  private readonly closings: BatchWriter<Ended>;
  private timers: NodeJS.Timeout[] = [];
  private readonly renewal: SingleFlight;
  private whenWritten: (ended: readonly Ended[], written: Written, writtenAt: number) => void = () => undefined;
  private readonly times: LeaseTimes;

  /** @param name of the work, for the log and the watchdog */
  constructor(
    name: string,
    private readonly leasing: Leasing<Work, Ended, Written>,
    watchdog: Watchdog,
  ) {
    this.times = leasing.times;
    this.log = new Logger(`${name[0]!.toUpperCase()}${name.slice(1)}s`);
    const renewing = watchdog.loop(`${name} lease renewal`, ROUND);
    this.renewal = new SingleFlight(() => renewing.round(() => this.renew()));
    const returning = watchdog.loop(`${name} lease return`, ROUND);
    this.returned = new BatchWriter((batch) => returning.round(() => leasing.release(this.token, batch)), this.log);
    const closing = watchdog.loop(`${name} closings`, ROUND);
    this.closings = new BatchWriter((batch) => closing.round(() => this.write(batch)), this.log);
  }

  /**
   * Starts renewing leases and dropping those that cannot be renewed in time.
   * @param whenWritten called with what was closed, what the store answered, and a time before it was asked
   */
  start(whenWritten: typeof this.whenWritten): void {
    this.whenWritten = whenWritten;
    this.timers = [setInterval(() => this.dropEnding(), this.times.check), this.renewal.every(this.times.renewal)];
  }

  /**
   * Claims rows, as many as there is room for.
   * @param claim is told how many that is at most
   * @returns their leases, and all that `claim` answered, read no earlier than `readAt`; null when there is no room
   */
  async claim<Claim extends { claimed: readonly Work[] }>(claim: (free: number) => Promise<Claim>) {
    this.dropEnding();
    // Before the claim: it would treat them as a dead worker's, of which something may have arrived.
    await this.returned.settled(this.times.margin);
    const readAt = performance.now();
    const free = this.leasing.most - this.leased.size;
    if (free <= 0) return null;
    const answer = await claim(free);
    // The lease counts from before the statement, so that for this worker it never ends later than in the database.
    const endsAt = readAt + this.times.length;
    return { ...answer, leases: answer.claimed.map((work) => this.add(new Lease(work, endsAt))), readAt };
  }

  /** Whether the work may be begun. */
  mayBegin(lease: Lease<Work>): boolean {
    return !lease.isLost && !this.isEnding(lease, performance.now());
  }

  /** Gives back what was not begun, as if it had never been claimed. */
  release(lease: Lease<Work>): void {
    if (lease.isLost) return;
    this.forget(lease);
    lease.lose();
    this.returned.add(lease.work);
  }

  /** Writes down how the work ended, together with what else ends meanwhile. */
  close(ended: Ended): void {
    ended.lease.hasEnded = true;
    this.closings.add(ended);
  }

  /** Stops holding a lease. A row that was not closed is claimed again once its lease has expired. */
  forget(lease: Lease<Work>): void {
    const name = this.leasing.nameOf(lease.work);
    if (this.leased.get(name) === lease) this.leased.delete(name);
  }

  /**
   * Stops renewing, and waits for what is under way and its results, at most `grace` milliseconds. The rest can then be claimed at
   * once; writes that fail are no longer retried.
   */
  async stop(grace: number): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.closings.stop();
    this.returned.stop();
    await this.returned.settled(this.times.margin);
    const end = performance.now() + grace;
    while (this.leased.size > 0 && performance.now() < end) await pause(20);
    const unanswered = [...this.leased.values()];
    const tried = unanswered.filter(({ isUntried }) => !isUntried);
    for (const lease of unanswered) this.drop(lease);
    await this.leasing.rows.abandon(this.token, worksOf(tried)).catch((problem) => this.log.error(problem));
    await this.returned.settled(this.times.margin);
  }

  private add(lease: Lease<Work>): Lease<Work> {
    // After a pause of the process, this worker may claim a row that it thinks it still holds.
    const name = this.leasing.nameOf(lease.work);
    this.leased.get(name)?.lose();
    this.leased.set(name, lease);
    return lease;
  }

  private async renew(): Promise<void> {
    const now = performance.now();
    const leases = [...this.leased.values()];
    try {
      await this.leasing.rows.renew(this.token, worksOf(leases));
      for (const lease of leases) lease.endsAt = now + this.times.length;
    } catch (problem) {
      this.log.error(problem);
    }
  }

  private async write(batch: readonly Ended[]): Promise<void> {
    const now = performance.now();
    const written = await this.leasing.close(this.token, batch);
    for (const { lease } of batch) this.forget(lease);
    this.whenWritten(batch, written, now);
  }

  /** Ends what is done under leases that are about to end, before another worker can claim the row. */
  private dropEnding(): void {
    const now = performance.now();
    for (const lease of this.leased.values()) {
      // Ended work is not done again by this worker; its result is still to be written.
      if (!lease.hasEnded && this.isEnding(lease, now)) this.drop(lease);
    }
  }

  private isEnding(lease: Lease<Work>, now: number): boolean {
    return lease.endsAt - now < this.times.margin;
  }

  private drop(lease: Lease<Work>): void {
    if (lease.isUntried) {
      this.release(lease);
      return;
    }
    this.forget(lease);
    lease.lose();
  }
}

function worksOf<Work>(leases: readonly Lease<Work>[]): Work[] {
  return leases.map(({ work }) => work);
}
