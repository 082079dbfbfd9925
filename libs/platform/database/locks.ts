import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isSqlError } from '#platform/postgres';

type Client = pg.ClientBase;

/** How long to try for a lock that others hold, in milliseconds: about as long as a dump of a large database takes. */
const MAX_WAIT = 60 * 60 * 1000;

/** Pauses between tries, in milliseconds: whoever queued behind the last try is served meanwhile. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 4_000];

/**
 * Runs work in a transaction that waits for a lock no longer than `lockTimeout`: whoever comes after a waiting lock waits too. When
 * that was not enough, the transaction is rolled back, and tried again after a pause.
 * @param onWait called before each pause
 * @throws the last error when an hour was not enough
 */
export function inRetriedTransaction<T>(
  client: Client,
  { lockTimeout, onWait }: { lockTimeout: number; onWait?: () => void },
  work: () => Promise<T>,
): Promise<T> {
  return retried(async () => {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockTimeout}`);
      await client.query('set local statement_timeout = 0');
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }, onWait);
}

/**
 * Runs work that keeps nothing when it fails, and again after a pause while others hold a lock that it needs.
 * @param onWait called before each pause
 * @throws the last error when an hour was not enough
 */
export async function retried<T>(work: () => Promise<T>, onWait: () => void = () => undefined): Promise<T> {
  const until = Date.now() + MAX_WAIT;
  for (let length = FIRST_PAUSE; ; length = Math.min(length * 2, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      onWait();
      await pause(length * (0.5 + Math.random() / 2));
    }
  }
}

/** Whether others hold the lock: it was not to be had in time, or PostgreSQL ended a deadlock. */
function isBusy(error: unknown): boolean {
  return isSqlError(error, 'lock_not_available', 'deadlock_detected');
}
