import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, createRedisBackend, type IQueueBackend, type JobProgress, Worker } from 'bullmq';
import { closeAll, type Open } from './closing.js';
import { PREFIX, type QueuePlace, queuePool, queueRedis } from './connections.js';

/** Milliseconds after an error until the queue is asked again. */
const RETRY = 1_000;

/** `runRetryDelay`: closing waits for it. */
const OPTIONS = {
  concurrency: 1,
  autorun: false,
  runRetryDelay: RETRY,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const;

// biome-ignore lint/suspicious/noExplicitAny: the options of its connection differ between PostgreSQL and Redis
type AnyWorker = Worker<any, any, string, IQueueBackend, JobProgress, any>;

/** Takes the jobs of one queue, over connections of its own. */
export class Consumer implements Open {
  private current: { worker: AnyWorker; connection: Open } | null = null;
  private readonly closing = new AbortController();

  /**
   * @param handle called with the name of each job
   * @param report called with errors of the queue and of `handle`; the consumer continues
   */
  constructor(
    private readonly queue: string,
    private readonly place: QueuePlace,
    private readonly handle: (job: string) => void | Promise<void>,
    private readonly report: (problem: unknown) => void,
  ) {
    void this.start();
  }

  /** Takes no more jobs, waits for the one being handled and closes the connections. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.closeCurrent();
  }

  /**
   * BullMQ remembers for ever that a queue could not be opened, and a worker that runs on it asks again without ever letting go of the
   * event loop: one runs only when it is open, and is made again until it is.
   */
  private async start(): Promise<void> {
    while (!this.isClosing) {
      const worker = this.open();
      try {
        await worker.waitUntilReady();
      } catch (problem) {
        if (this.isClosing) return;
        this.report(problem);
        await this.closeCurrent();
        await this.pause();
        continue;
      }
      worker.run().catch(this.report);
      return;
    }
  }

  private open(): AnyWorker {
    const { queue, handle, place } = this;
    const process = async (job: { name: string }) => handle(job.name);
    let connection: Open;
    let worker: AnyWorker;
    if (place.redisUrl === null) {
      const pool = queuePool(place.databaseUrl, 3);
      connection = { close: () => pool.end() };
      worker = new Worker(queue, process, { ...OPTIONS, connection: pool }, createPostgresBackend);
    } else {
      const redis = queueRedis(place.redisUrl, 'consume');
      connection = { close: async () => redis.disconnect() };
      worker = new Worker(queue, process, { ...OPTIONS, connection: redis, prefix: PREFIX }, createRedisBackend);
    }
    worker.on('error', (problem) => void this.rest(worker, problem));
    worker.on('failed', (_job, problem) => this.report(problem));
    this.current = { worker, connection };
    return worker;
  }

  /** BullMQ asks again at once after an error that it does not take for a lost connection. */
  private async rest(worker: AnyWorker, problem: unknown): Promise<void> {
    this.report(problem);
    if (worker.isPaused()) return;
    await worker.pause(true);
    await this.pause();
    await worker.resume();
  }

  private async closeCurrent(): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.current = null;
    await closeAll([current.worker]);
    await closeAll([current.connection]);
  }

  /** Resolves after a while, or when it is being closed. */
  private async pause(): Promise<void> {
    await pause(RETRY, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private get isClosing(): boolean {
    return this.closing.signal.aborted;
  }
}
