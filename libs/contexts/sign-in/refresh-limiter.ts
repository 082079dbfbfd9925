import { Injectable } from '@nestjs/common';
import { RateLimited } from '#platform/http';
import { CallLimits, Counters } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';

/** Limits the refreshes from one address over all processes: each writes to the database, before anyone is known to have called. */
@Injectable()
export class RefreshLimiter {
  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts one refresh. @param address the client's address or network. @throws RateLimited */
  async take(address: string): Promise<void> {
    if (this.limits.calls === 0) return;
    const { points, resets } = await this.counters.raise(`refresh:${this.hashes.of('refresh', address).toString('base64url')}`);
    if (points > this.limits.refreshes) throw new RateLimited(resets / 1000);
  }
}
