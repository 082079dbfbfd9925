import { createPostgresBackend, createRedisBackend, Queue, Worker } from 'bullmq';
import { QUEUE_SCHEMA, type QueuePlace, queuePool, queueRedis, untilReady } from './connections.js';
import { Nudger } from './nudger.js';

/** Braces keep all keys of a queue on one node of a Redis cluster. */
const PREFIX = '{lost-and-found}';
const TIMETABLE = 'timetable';
/** A scheduler that was lost with the queue is recreated within this many milliseconds. */
const TIMETABLE_RENEWAL = 10_000;
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

type Handler = () => void | Promise<void>;
interface Open {
  close(): Promise<unknown>;
}

/** Milliseconds to wait for clients to close; those of an unavailable queue cannot be closed. */
const CLOSING = 1_500;

/**
 * The only access to the queue. A wake-up only says *look now*: what is due, leased, tried and done is recorded in PostgreSQL, so
 * losing the queue costs latency but no work (architecture.md).
 */
export class Wakeups {
  private readonly place: QueuePlace;
  private readonly report: (problem: unknown) => void;
  private readonly nudgers = new Map<string, Nudger>();
  private readonly schedules = new Map<string, { interval: number; handler: Handler }>();
  private readonly clients: Open[] = [];
  private readonly connections: Open[] = [];
  private producer: ((name: string) => Queue) | null = null;
  private alive: (() => Promise<unknown>) | null = null;
  private renewal: NodeJS.Timeout | null = null;
  private closed = false;

  /** @param report called when the queue is unavailable; the work continues without it */
  constructor(place: QueuePlace, report: (problem: unknown) => void = () => undefined) {
    this.place = place;
    this.report = report;
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
    this.producer ??= this.openProducer();
    await this.alive?.();
  }

  /** Calls `handler` for every wake-up of `name` that reaches this process. It should start the work, not do it. */
  consume(name: string, handler: Handler): void {
    this.worker(name, handler);
  }

  /** Calls `handler` every `interval` milliseconds in one of the running workers. */
  every(name: string, interval: number, handler: Handler): void {
    this.schedules.set(name, { interval, handler });
    if (this.renewal) return;
    this.worker(TIMETABLE, async (job) => this.schedules.get(job)?.handler());
    // The queue may be emptied at any time, schedulers included; writing them again is idempotent.
    this.renewal = setInterval(() => void this.writeTimetable(), TIMETABLE_RENEWAL);
    setImmediate(() => void this.writeTimetable());
  }

  /** Stops taking wake-ups, waits for running handlers and closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.renewal) clearInterval(this.renewal);
    await this.closeAll([...this.nudgers.values()].map((nudger) => ({ close: () => nudger.settled() })));
    await this.closeAll(this.clients);
    await this.closeAll(this.connections);
  }

  private async closeAll(open: readonly Open[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSING);
    });
    await Promise.race([late, Promise.allSettled(open.map((each) => each.close()))]);
    clearTimeout(timer);
  }

  private add(name: string): Promise<void> {
    return this.using(name, (queue) => queue.add(name, {}, { ...FORGET, deduplication: { id: name, keepLastIfActive: true } }));
  }

  /** A queue that failed to initialize stays broken: after a failure the next use creates a new one. */
  private async using(name: string, work: (queue: Queue) => Promise<unknown>): Promise<void> {
    try {
      await work(this.queue(name));
    } catch (problem) {
      this.forget(name);
      throw problem;
    }
  }

  private forget(name: string): void {
    const queue = this.queues.get(name);
    this.queues.delete(name);
    if (!queue) return;
    this.clients.splice(this.clients.indexOf(queue), 1);
    queue.close().catch(() => undefined);
  }

  private async writeTimetable(): Promise<void> {
    for (const [name, { interval }] of this.schedules) {
      if (this.closed) return;
      const schedule = (queue: Queue) => queue.upsertJobScheduler(name, { every: interval }, { name, opts: FORGET });
      await this.using(TIMETABLE, schedule).catch(this.report);
    }
  }

  private readonly queues = new Map<string, Queue>();
  private queue(name: string): Queue {
    this.producer ??= this.openProducer();
    const queue = this.queues.get(name) ?? this.producer(name);
    this.queues.set(name, queue);
    return queue;
  }

  private openProducer(): (name: string) => Queue {
    const { redisUrl, databaseUrl } = this.place;
    const track = (queue: Queue): Queue => {
      queue.on('error', this.report);
      this.clients.push(queue);
      return queue;
    };
    if (redisUrl !== null) {
      const connection = queueRedis(redisUrl, 'produce');
      this.connections.push({ close: async () => connection.disconnect() });
      this.alive = () => untilReady(connection).then(() => connection.ping());
      const options = { connection: connection as never, prefix: PREFIX, skipWaitingForReady: true };
      return (name) => {
        if (connection.status !== 'ready') throw new Error('Redis is unavailable.');
        return track(new Queue(name, options, createRedisBackend));
      };
    }
    const pool = queuePool(databaseUrl, 2);
    this.alive = () => pool.query(`select from ${QUEUE_SCHEMA}.job limit 0`);
    this.connections.push({ close: () => pool.end() });
    return (name) => track(new Queue(name, { connection: pool as never }, createPostgresBackend as never));
  }

  private worker(queue: string, handler: (job: string) => void | Promise<void>): void {
    const { redisUrl, databaseUrl } = this.place;
    const process = async (job: { name: string }) => handler(job.name);
    const options = { concurrency: 1, ...FORGET_FINISHED };
    let worker: Worker;
    if (redisUrl !== null) {
      const connection = queueRedis(redisUrl, 'consume');
      this.connections.push({ close: async () => connection.disconnect() });
      worker = new Worker(queue, process, { ...options, connection: connection as never, prefix: PREFIX }, createRedisBackend);
    } else {
      const pool = queuePool(databaseUrl, 3);
      this.connections.push({ close: () => pool.end() });
      worker = new Worker(queue, process, { ...options, connection: pool as never }, createPostgresBackend as never);
    }
    worker.on('error', this.report);
    worker.on('failed', (_job, problem) => this.report(problem));
    this.clients.push(worker);
  }
}

const FORGET_FINISHED = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;
