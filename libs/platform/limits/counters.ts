import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database } from '#platform/database';

/** Limits count by the minute, in seconds. */
export const MINUTE = 60;

/** What a counter says after it was read or raised. */
export interface Count {
  points: number;
  /** Until it starts anew, in milliseconds. */
  resets: number;
}

/** Counts, by the minute unless said otherwise, that all processes share; while the database is away each process counts for itself. */
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
      // Whether a count is too high is decided by whoever counts.
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
