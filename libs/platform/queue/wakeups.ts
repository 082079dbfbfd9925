import { SingleFlight } from '#platform/concurrency';
import { closeAll } from './closing.js';
import { meaningOf, type QueuePlace } from './connections.js';
import { Consumer } from './consumer.js';
import { Nudger } from './nudger.js';
import { type AnyQueue, Producer } from './producer.js';

const TIMETABLE = 'timetable';
/** A scheduler that was lost with the queue is recreated within this many milliseconds. */
const TIMETABLE_RENEWAL = 10_000;
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

type Handler = () => void | Promise<void>;

/**
 * The only access to the queue. A wake-up only says *look now*: what is due, leased, tried and done is recorded in PostgreSQL, so
 * losing the queue costs latency but no work (docs/adr/0004-outbox.md).
 */
export class Wakeups {
  private readonly nudgers = new Map<string, Nudger>();
  private readonly schedules = new Map<string, { interval: number; handler: Handler }>();
  private readonly consumers: Consumer[] = [];
  private readonly producer: Producer;
  private readonly report: (problem: unknown) => void;
  private renewal: NodeJS.Timeout | null = null;
  private closed = false;

  /** @param report called when the queue is unavailable; the work continues without it */
  constructor(
    private readonly place: QueuePlace,
    report: (problem: unknown) => void = () => undefined,
  ) {
    this.report = (problem) => report(meaningOf(problem));
    this.producer = new Producer(place, this.report);
  }

  /** Wakes a consumer of `name`. Returns at once, never throws; nudges within a few milliseconds are combined. */
  nudge(name: string): void {
    if (this.closed) return;
    let nudger = this.nudgers.get(name);
    if (!nudger) {
      nudger = new Nudger(() => this.add(name), this.report);
      this.nudgers.set(name, nudger);
    }
    nudger.nudge();
  }

  /** @throws when the queue does not answer */
  async check(): Promise<void> {
    await this.producer.check().catch((problem) => {
      throw meaningOf(problem);
    });
  }

  /** Calls `handler` for every wake-up of `name` that reaches this process. It should start the work, not do it. */
  consume(name: string, handler: Handler): void {
    this.consumers.push(new Consumer(name, this.place, handler, this.report));
  }

  /** Calls `handler` every `interval` milliseconds in one of the running workers. */
  every(name: string, interval: number, handler: Handler): void {
    this.schedules.set(name, { interval, handler });
    if (this.renewal) return;
    this.consumers.push(new Consumer(TIMETABLE, this.place, (job) => this.schedules.get(job)?.handler(), this.report));
    // The queue may be emptied at any time, schedulers included; writing them again is idempotent.
    const writing = new SingleFlight(() => this.writeTimetable());
    this.renewal = writing.every(TIMETABLE_RENEWAL);
    setImmediate(() => void writing.run());
  }

  /** Stops taking wake-ups, waits for running handlers and closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.renewal) clearInterval(this.renewal);
    await closeAll([...this.nudgers.values()].map((nudger) => ({ close: () => nudger.settled() })));
    await Promise.all([...this.consumers.map((consumer) => consumer.close()), closeAll([this.producer])]);
  }

  private add(name: string): Promise<void> {
    const job = { ...FORGET, deduplication: { id: name, keepLastIfActive: true } };
    return this.producer.write(name, (queue) => queue.add(name, {}, job));
  }

  private async writeTimetable(): Promise<void> {
    for (const [name, { interval }] of this.schedules) {
      if (this.closed) return;
      const schedule = (queue: AnyQueue) => queue.upsertJobScheduler(name, { every: interval }, { name, opts: FORGET });
      await this.producer.write(TIMETABLE, schedule).catch(this.report);
    }
  }
}
