// The baseline for deliveries: BullMQ jobs, and a worker that only calls fetch. It signs nothing, logs nothing and does not retry.
import { createPostgresBackend, createRedisBackend, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

const { REDIS_URL, DATABASE_URL, URL: url, JOBS } = process.env;
const connection = () =>
  REDIS_URL
    ? new Redis(REDIS_URL, { maxRetriesPerRequest: null })
    : new pg.Pool({ connectionString: DATABASE_URL, max: 10, options: '-c search_path=bullmq -c synchronous_commit=off' });
const backend = REDIS_URL ? createRedisBackend : createPostgresBackend;

const queue = new Queue('bench', { connection: connection() }, backend);
for (let left = Number(JOBS); left > 0; left -= 1_000) {
  await queue.addBulk(
    Array.from({ length: Math.min(left, 1_000) }, (_, n) => ({
      name: 'call',
      data: { id: n },
      opts: { removeOnComplete: true },
    })),
  );
}
const call = async ({ data }) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ type: 'item-status', data }) });
  await response.arrayBuffer();
};
new Worker('bench', call, { connection: connection(), concurrency: 16 }, backend);
process.on('SIGTERM', () => process.exit(0));
process.send('ready');
