import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimited } from '#platform/http';
import { CallLimits, Counters, KeyedLock } from '#platform/limits';

/** An attempt to sign in. */
export interface Attempt {
  /** The folded username. */
  username: string;
  /** The client's address or network. */
  address: string;
  /** Whether the user with that name has signed in from this address before. */
  isKnown(): Promise<boolean>;
}

/** Limits failed sign-ins per name and per address (docs/adr/0010-limits-counted-in-blocks.md). */
@Injectable()
export class SignInLimiter {
  private readonly lock = new KeyedLock();

  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
  ) {}

  /**
   * Runs the work unless too many attempts failed; null is a failure. Attempts from one address, and for one name, run one at a
   * time, so that concurrent ones cannot slip through before the first failure is counted.
   * @throws RateLimited
   */
  async limiting<T>(attempt: Attempt, work: () => Promise<T | null>): Promise<T | null> {
    if (this.limits.failedSignIns === 0) return work();
    const keys = keysOf(attempt);
    return this.lock.run(keys.address, () => this.lock.run(keys.name, () => this.counted(attempt, keys, work)));
  }

  private async counted<T>(attempt: Attempt, keys: Keys, work: () => Promise<T | null>): Promise<T | null> {
    const limit = this.limits.failedSignIns;
    const [address, name] = await Promise.all([this.counters.read(keys.address), this.counters.read(keys.name)]);
    if (address.points >= limit) throw new RateLimited(address.resets / 1000);
    if (name.points >= limit && !(await attempt.isKnown())) throw new RateLimited(name.resets / 1000);
    const result = await work();
    if (result === null) await this.fail(keys, Math.max(1, Math.floor(limit / 2)));
    return result;
  }

  /** A single address uses up only half of a name's limit: an attack from one place locks out no one elsewhere. */
  private async fail(keys: Keys, most: number): Promise<void> {
    const [, here] = await Promise.all([this.counters.raise(keys.address), this.counters.raise(keys.both)]);
    if (here.points <= most) await this.counters.raise(keys.name);
  }
}

interface Keys {
  address: string;
  name: string;
  both: string;
}

/** Names and addresses are stored as hashes: they are personal data, and of any length a client chooses. */
function keysOf({ username, address }: Attempt): Keys {
  const hashed = (...parts: string[]) => hash('sha256', parts.join('\0'), 'base64url');
  return {
    address: `sign-in-address:${hashed(address)}`,
    name: `sign-in-name:${hashed(username)}`,
    both: `sign-in-both:${hashed(username, address)}`,
  };
}
