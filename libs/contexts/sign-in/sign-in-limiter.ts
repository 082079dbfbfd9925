import { Injectable } from '@nestjs/common';
import { oneOfEach } from '#platform/concurrency';
import { RateLimited } from '#platform/http';
import { CallLimits, Counters } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';
import { ASK_AGAIN, NewPlaces } from './new-places.js';

/** Sign-ins of one name that succeed, a minute, as a multiple of the failures that are allowed. */
const SUCCESSES = 6;

/** Attempts that may wait for others from the same address, or for the same name, and for how many milliseconds. */
const [MOST_WAITING, MAX_WAIT] = [1_000, 10_000];

/** An attempt to sign in. */
export interface Attempt {
  /** The folded username. */
  username: string;
  /** The client's address or network. */
  address: string;
  /** Whether the user with that name has signed in from this address before. */
  isKnown(): Promise<boolean>;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
}

/** Limits sign-ins per name and per address (docs/adr/0010-limits-counted-in-blocks.md, docs/adr/0028-accounts.md). */
@Injectable()
export class SignInLimiter {
  private readonly turns = oneOfEach(MOST_WAITING, MAX_WAIT);

  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
    private readonly hashes: KeyedHashes,
    private readonly places: NewPlaces,
  ) {}

  /**
   * Runs the work unless too many attempts failed; null is a failure. Attempts from one address, and for one name, run one at a
   * time, so that concurrent ones cannot slip through before the first failure is counted.
   * @throws RateLimited
   */
  async limiting<T>(attempt: Attempt, work: () => Promise<T | null>): Promise<T | null> {
    if (this.limits.failedSignIns === 0) return work();
    const keys = this.keysOf(attempt);
    const done = await this.turns.run(keys.address, () => this.turns.run(keys.name, () => this.counted(attempt, keys, work)));
    return 'isUnderAttack' in done ? this.throttled(attempt, keys, work) : done.result;
  }

  /** @returns that the name is being guessed, where this is a new place that has not taken part */
  private async counted<T>(attempt: Attempt, keys: Keys, work: () => Promise<T | null>): Promise<Tried<T>> {
    if (attempt.isGone()) return { result: null };
    const limit = this.limits.failedSignIns;
    const [address, name, both, done] = await Promise.all([
      this.counters.read(keys.address),
      this.counters.read(keys.name),
      this.counters.read(keys.both),
      this.counters.read(keys.done),
    ]);
    if (done.points >= limit * SUCCESSES) throw new RateLimited(done.resets / 1000, 'sign_in');
    if (address.points >= limit || name.points >= limit) {
      // Where the owner has signed in before, only failures for this very name count: neighbours share addresses.
      const isKnown = await attempt.isKnown();
      if (isKnown && both.points >= limit) throw new RateLimited(both.resets / 1000, 'sign_in');
      if (!isKnown && address.points >= limit) throw new RateLimited(address.resets / 1000, 'sign_in');
      if (!isKnown && both.points >= this.half) throw new RateLimited(both.resets / 1000, 'sign_in');
      if (!isKnown) return { isUnderAttack: true };
    }
    return { result: await this.tried(keys, work) };
  }

  /**
   * Tries a name that is being guessed from many places: its owner at a new place waits for a turn, and gets in. A wrong password gets the
   * answer of attempts that were not tried at all.
   */
  private async throttled<T>({ isGone }: Attempt, keys: Keys, work: () => Promise<T | null>): Promise<T> {
    const result = await this.places.inTurn({ name: keys.name, network: keys.address, isGone }, () => this.tried(keys, work));
    if (result === null) throw new RateLimited(ASK_AGAIN, 'sign_in');
    return result;
  }

  private async tried<T>(keys: Keys, work: () => Promise<T | null>): Promise<T | null> {
    const result = await work();
    if (result === null) await this.fail(keys);
    else await this.counters.raise(keys.done);
    return result;
  }

  /** A single address uses up only half of a name's limit: an attack from one place locks out no one elsewhere. */
  private async fail(keys: Keys): Promise<void> {
    const [, here] = await Promise.all([this.counters.raise(keys.address), this.counters.raise(keys.both)]);
    if (here.points <= this.half) await this.counters.raise(keys.name);
  }

  private get half(): number {
    return Math.max(1, Math.floor(this.limits.failedSignIns / 2));
  }

  /** Names and addresses are stored as hashes: they are personal data, and of any length a client chooses. */
  private keysOf({ username, address }: Attempt): Keys {
    const hashed = (...parts: string[]) => this.hashes.of('sign-in', ...parts).toString('base64url');
    return {
      address: `sign-in-address:${hashed(address)}`,
      name: `sign-in-name:${hashed(username)}`,
      both: `sign-in-both:${hashed(username, address)}`,
      done: `sign-in-done:${hashed(username)}`,
    };
  }
}

/** The outcome of an attempt that was let in, or that it has to wait. */
type Tried<T> = { result: T | null } | { isUnderAttack: true };

interface Keys {
  address: string;
  name: string;
  both: string;
  done: string;
}
