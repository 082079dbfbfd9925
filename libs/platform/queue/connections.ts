import { once } from 'node:events';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { Pool } from 'pg';
import { CALLS, clientClass } from '#platform/postgres';

/** Where the queue is: on Redis when a URL is given (several, separated by commas, are a cluster), else on PostgreSQL. */
export interface QueuePlace {
  redisUrl: string | null;
  databaseUrl: string;
}

const CONNECTING = 1_500;

export const QUEUE_SCHEMA = 'bullmq';
/** Braces keep all keys of a queue on one node of a Redis cluster. */
export const PREFIX = '{lost-and-found}';

/**
 * A pool whose connections use the queue's schema. BullMQ listens on one client of the pool it is given, so each consumer has its own
 * pool. Commits in the queue need not wait for the disk: what is due is recorded in the service's own tables.
 */
export function queuePool(databaseUrl: string, max: number): Pool {
  const settings = { search_path: QUEUE_SCHEMA, synchronous_commit: 'off' };
  const Client = clientClass(databaseUrl, { limits: CALLS, settings, applicationName: 'lost-and-found queue' });
  const pool = new Pool({ Client: Client, max, keepAlive: true, connectionTimeoutMillis: CALLS.connect });
  // A lost connection is replaced on the next use; without a listener its error would end the process. A pool listens to those that are
  // idle, BullMQ not to the one with which it opens a queue.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
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
