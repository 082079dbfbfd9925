import { runMigrations } from 'bullmq';
import type { Client, PoolClient } from 'pg';
import { QUEUE_SCHEMA } from './connections.js';

/**
 * Migrates the queue's tables, in one transaction and safe with concurrent starts. Only the queue on PostgreSQL has any.
 * @param client a single connection, not a pool
 */
export async function migrateQueue(client: Client | PoolClient): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
}
