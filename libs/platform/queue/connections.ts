import { once } from 'node:events';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import { CALLS, clientClass, isUnknownToPooler } from '#platform/postgres';

/** Where the queue is: on Redis when a URL is given (several, separated by commas, are a cluster), else on PostgreSQL. */
export interface QueuePlace {
  redisUrl: string | null;
  databaseUrl: string;
}

const CONNECTING = 1_500;

export const QUEUE_SCHEMA = 'bullmq';
/** Braces keep all keys of a queue on one node of a Redis cluster. */
export const PREFIX = '{lost-and-found}';

/** A pooler in between forgets the settings of sessions, and hands out each session to many. */
export class PoolerInBetween extends Error {
  constructor() {
    super(
      'The queue needs sessions of its own, and a pooler is in between: set DATABASE_DIRECT_URL to the database without it, or REDIS_URL.',
    );
  }
}

/** The meaning of an error of the queue's connections. */
export function meaningOf(problem: unknown): unknown {
  return isUnknownToPooler(problem) ? new PoolerInBetween() : problem;
}

/**
 * A pool of connections that use the queue's schema. BullMQ listens on one client of the pool it is given, so each consumer has its own
 * pool. Commits in the queue need not wait for the disk: what is due is recorded in the service's own tables.
 */
export function queuePool(databaseUrl: string, max: number): Pool {
  const settings = { search_path: QUEUE_SCHEMA, synchronous_commit: 'off' };
  const Client = clientClass(databaseUrl, { limits: CALLS, settings, applicationName: 'lost-and-found queue' });
  const pool = new Pool({ Client: Client, max, keepAlive: true, connectionTimeoutMillis: CALLS.connect, verify: hasSchema });
  // A lost connection is replaced on the next use; without a listener its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Refuses a connection that the queue's schema does not reach: BullMQ would fail on it with every statement. */
function hasSchema(client: PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ path: string }>(`select current_setting('search_path') as path`)
    .then(({ rows }) => (rows[0]!.path.includes(QUEUE_SCHEMA) ? done() : done(new PoolerInBetween())), done);
}

/** A Redis client: a producer fails fast while Redis is unavailable, a consumer waits until it is back. */
export function queueRedis(redisUrl: string, use: 'produce' | 'consume'): Redis | Cluster {
  const urls = redisUrl.split(',').map((url) => url.trim());
  const options: RedisOptions =
    use === 'produce'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 2_000, connectTimeout: 2_000 }
      : { maxRetriesPerRequest: null };
  const again = (times: number) => Math.min(200 * times, 2_000);
  const client = urls.length === 1 ? new Redis(urls[0]!, { ...options, retryStrategy: again }) : clusterOf(urls, options, again);
  client.on('error', () => undefined);
  return client;
}

/** Resolves when the client is connected. @throws when that takes too long */
export async function untilReady(client: Redis | Cluster): Promise<void> {
  if (client.status !== 'ready') await once(client, 'ready', { signal: AbortSignal.timeout(CONNECTING) });
}

function clusterOf(urls: string[], redisOptions: RedisOptions, again: (times: number) => number): Cluster {
  const nodes = urls.map((url) => new URL(url));
  const first = nodes[0]!;
  const options: ClusterOptions = {
    enableOfflineQueue: redisOptions.enableOfflineQueue ?? true,
    clusterRetryStrategy: again,
    redisOptions: {
      ...redisOptions,
      ...(first.username === '' ? {} : { username: decodeURIComponent(first.username) }),
      ...(first.password === '' ? {} : { password: decodeURIComponent(first.password) }),
      ...(first.protocol === 'rediss:' ? { tls: {} } : {}),
    },
  };
  return new Cluster(
    nodes.map((node) => ({ host: node.hostname, port: Number(node.port || 6379) })),
    options,
  );
}
