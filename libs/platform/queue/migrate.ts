import { runMigrations } from 'bullmq';
import type { Client, PoolClient } from 'pg';
import { QUEUE_SCHEMA } from './connections.js';

/**
 * Brings the queue's own tables up to date, in one transaction and safe against other starters. Only the queue on PostgreSQL has any.
 * @param client one session, not a pool
 */
export async function migrateQueue(client: Client | PoolClient): Promise<void> {
  await runMigrations(client as never, QUEUE_SCHEMA);
}
