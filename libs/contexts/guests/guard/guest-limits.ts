import { Injectable } from '@nestjs/common';
import { RateLimited } from '#platform/http';
import { CallLimits, Counters, clientNetwork } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';

const MINUTE = 60;
const HOUR = 60 * 60;

/** Maximum uses per window, from one address and at one Location. */
interface Limit {
  seconds: number;
  address: number;
  place?: number;
}

/**
 * A hotel's guests share its IP address, so the limits for pages and reports are high. Guessing names and dates must not succeed even
 * from many addresses.
 */
const LIMITS = {
  page: { seconds: MINUTE, address: 300 },
  report: { seconds: HOUR, address: 30, place: 200 },
  lookup: { seconds: HOUR, address: 20, place: 100 },
} satisfies Record<string, Limit>;

/** Rate limits for guest pages across all processes; off if API calls are not limited. */
@Injectable()
export class GuestLimits {
  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts one use. @throws RateLimited */
  async take(kind: keyof typeof LIMITS, address: string | undefined, locationID: string | null = null): Promise<void> {
    if (this.limits.calls === 0) return;
    const limit: Limit = LIMITS[kind];
    // Addresses are stored as hashes because they are personal data.
    const from = this.hashes.of('guest', clientNetwork(address)).toString('base64url');
    await this.count(`guest-${kind}:${from}`, limit.address, limit.seconds);
    if (locationID === null || limit.place === undefined) return;
    await this.count(`guest-${kind}-at:${locationID}`, limit.place, limit.seconds);
  }

  private async count(key: string, most: number, seconds: number): Promise<void> {
    const { points, resets } = await this.counters.raise(key, 1, seconds);
    if (points > most) throw new RateLimited(resets / 1000, 'guests');
  }
}
