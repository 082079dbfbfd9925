import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const LIMIT_MS = 2000;

/** What must work for the service to take requests; contexts and the database register themselves. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, () => Promise<unknown>>();

  /** @param check rejects when the part does not work; it has 2 seconds */
  register(name: string, check: () => Promise<unknown>): void {
    this.checks.set(name, check);
  }

  /** Runs all checks side by side. Says which failed, never why: reasons may hold addresses and names. */
  async run(): Promise<Record<string, 'ok' | 'failed'>> {
    const results = await Promise.all([...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const));
    return Object.fromEntries(results);
  }
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  const stop = new AbortController();
  const late = delay(LIMIT_MS, 'failed' as const, { signal: stop.signal }).catch(() => 'failed' as const);
  const done = (async () => check())().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    stop.abort();
  }
}
