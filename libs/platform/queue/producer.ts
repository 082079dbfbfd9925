import { createPostgresBackend, createRedisBackend, type IQueueBackend, Queue } from 'bullmq';
import type { Open } from './closing.js';
import { PREFIX, QUEUE_SCHEMA, type QueuePlace, queuePool, queueRedis, untilReady } from './connections.js';

// biome-ignore lint/suspicious/noExplicitAny: the options of its connection differ between PostgreSQL and Redis
export type AnyQueue = Queue<any, any, string, any, any, string, IQueueBackend, any>;

/** Connections to write with. */
interface Way extends Open {
  /** @throws when the queue is unavailable */
  make(name: string): AnyQueue;
  /** @throws when the queue does not answer */
  check(): Promise<unknown>;
  readonly queues: Map<string, AnyQueue>;
}

/** Writes to the queues, over connections of its own that are opened at the first use. */
export class Producer implements Open {
  private way: Way | null = null;

  /** @param report called with errors of the connections */
  constructor(
    private readonly place: QueuePlace,
    private readonly report: (problem: unknown) => void,
  ) {}

  /**
   * Writes to a queue. BullMQ remembers for ever that a queue could not be opened, and a queue leaves a listener on its connections: one
   * that could not be opened is given up with its connections, while an error of what is written costs neither.
   * @throws when the queue is unavailable
   */
  async write(name: string, work: (queue: AnyQueue) => Promise<unknown>): Promise<void> {
    this.way ??= openWay(this.place);
    const { way } = this;
    const queue = this.queue(way, name);
    try {
      await queue.waitUntilReady();
    } catch (problem) {
      this.giveUp(way);
      throw problem;
    }
    await work(queue);
  }

  /** @throws when the queue does not answer */
  async check(): Promise<void> {
    this.way ??= openWay(this.place);
    await this.way.check();
  }

  async close(): Promise<void> {
    await this.way?.close();
  }

  private queue(way: Way, name: string): AnyQueue {
    let queue = way.queues.get(name);
    if (!queue) {
      queue = way.make(name);
      queue.on('error', this.report);
      way.queues.set(name, queue);
    }
    return queue;
  }

  /** The queues are not closed: BullMQ never answers what a closed one is asked, and others may be writing. */
  private giveUp(way: Way): void {
    if (this.way !== way) return;
    this.way = null;
    way.close().catch(this.report);
  }
}

function openWay({ redisUrl, databaseUrl }: QueuePlace): Way {
  const queues = new Map<string, AnyQueue>();
  if (redisUrl === null) {
    const pool = queuePool(databaseUrl, 2);
    return {
      queues,
      make: (name) => new Queue(name, { connection: pool }, createPostgresBackend),
      check: () => pool.query(`select from ${QUEUE_SCHEMA}.job limit 0`),
      close: () => pool.end(),
    };
  }
  const connection = queueRedis(redisUrl, 'produce');
  const options = { connection: connection, prefix: PREFIX, skipWaitingForReady: true };
  return {
    queues,
    make(name) {
      if (connection.status !== 'ready') throw new Error('Redis is unavailable.');
      return new Queue(name, options, createRedisBackend);
    },
    check: () => untilReady(connection).then(() => connection.ping()),
    close: async () => connection.disconnect(),
  };
}
