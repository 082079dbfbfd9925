import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database } from '#platform/database';

/** The default period of a counter, in seconds. */
export const MINUTE = 60;

/** The state of a counter after reading or raising it. */
export interface Count {
  points: number;
  /** Milliseconds until it is reset. */
  resets: number;
}

/** Counters shared by all processes, per minute by default; while the database is unavailable each process counts separately. */
@Injectable()
export class Counters {
  private readonly shared: RateLimiterPostgres;

  constructor(database: Database) {
    this.shared = new RateLimiterPostgres({
      storeClient: { query: (query: never) => database.withConnection((client) => client.query(query)) },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: '',
      // The callers of this class decide whether a count is too high.
      points: Number.MAX_SAFE_INTEGER,
      duration: MINUTE,
      insuranceLimiter: new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MINUTE }),
    });
  }

  async read(key: string): Promise<Count> {
    const count = await this.shared.get(key);
    return count === null ? { points: 0, resets: MINUTE * 1000 } : countOf(count);
  }

  /** @param seconds how long a new count lasts */
  async raise(key: string, points = 1, seconds = MINUTE): Promise<Count> {
    return countOf(await this.shared.consume(key, points, { customDuration: seconds }));
  }
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { points: consumedPoints, resets: msBeforeNext };
}
