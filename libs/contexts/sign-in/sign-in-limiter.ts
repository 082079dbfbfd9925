import { Injectable } from '@nestjs/common';
import { oneOfEach } from '#platform/concurrency';
import { RateLimited } from '#platform/http';
import { CallLimits, type Guessed, Guesses, type GuessLimit, WINDOW } from '#platform/limits';
import { ASK_AGAIN, NewPlaces } from './new-places.js';

/** Sign-ins of one name that succeed, a minute, as a multiple of the failures that are allowed. */
const SUCCESSES = 6;

/** Failures for one name in a day, after which it counts as one that is being guessed, however slowly. */
const IN_A_DAY = 100;

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

/** Limits sign-ins per name and per address (docs/adr/0027-no-group-harms-another.md, docs/adr/0028-accounts.md). */
@Injectable()
export class SignInLimiter {
  private readonly turns = oneOfEach(MOST_WAITING, MAX_WAIT);

  constructor(
    private readonly guesses: Guesses,
    private readonly limits: CallLimits,
    private readonly places: NewPlaces,
  ) {}

  /**
   * Runs the work unless too many attempts failed; null is a failure. Attempts from one address, and for one name, run one at a
   * time, so that those that will succeed do not fill the count together.
   * @throws RateLimited
   */
  async limiting<T>(attempt: Attempt, work: () => Promise<T | null>): Promise<T | null> {
    if (this.limits.failedSignIns === 0) return work();
    const { username, address, isGone } = attempt;
    const done = await this.turns.run(`address ${address}`, () =>
      this.turns.run(`name ${username}`, () => this.counted(attempt, work)),
    );
    if (done !== 'its turn') return done.result;
    // Its owner at a new place waits, and gets in. A wrong password gets the answer of attempts that were not tried at all.
    const tried = await this.places.inTurn({ name: username, network: address, isGone }, () => this.tried(attempt, work));
    if (tried === null || tried === 'full' || tried.result === null) throw refusal(ASK_AGAIN);
    return tried.result;
  }

  /** @returns `its turn` where the name is being guessed, and this is a new place that has not taken part */
  private async counted<T>(attempt: Attempt, work: () => Promise<T | null>): Promise<Tried<T> | 'its turn'> {
    if (attempt.isGone()) return { result: null };
    const { done, place, address, name, half } = await this.stateOf(attempt);
    if (done !== null || place !== null) throw refusal(done ?? place);
    // Where the owner has signed in before, only failures for this very name count: neighbours share addresses.
    const isKnown = (address !== null || name !== null) && (await attempt.isKnown());
    if (!isKnown) {
      if (address !== null) throw refusal(address);
      if (name !== null && half !== null) throw refusal(half);
      if (name !== null) return 'its turn';
    }
    // A single address uses up only half of a name's limit: an attack from one place locks out no one elsewhere.
    const tried = await this.tried(attempt, work, { isKnown, countsForName: half === null });
    // Other processes filled the count since it was read.
    return tried === 'full' ? this.counted(attempt, work) : tried;
  }

  /** Counts the attempt as a failed one before it is tried. @returns `full` where one of the limits that hold for it is */
  private async tried<T>(
    attempt: Attempt,
    work: () => Promise<T | null>,
    { isKnown = false, countsForName = false } = {},
  ): Promise<Tried<T> | 'full'> {
    const { place, address, name, done } = this.limitsFor(attempt);
    const [here, ...others] = await this.guesses.takeEach(countsForName ? [place, address, name] : [place, address]);
    const taken = [here!, ...others].filter((guess) => guess !== null);
    if (here === null || (!isKnown && others.includes(null))) {
      await this.guesses.takeBack(taken);
      return 'full';
    }
    const result = await this.guesses.comparing(taken, work);
    if (result !== null) await this.guesses.take(...done);
    return { result };
  }

  /** In how many seconds each of the limits has room again; null where it has. */
  private async stateOf(attempt: Attempt) {
    const { done, place, address, name, half } = this.limitsFor(attempt);
    const waits = await this.guesses.waits([done, place, address, name, half]);
    return { done: waits[0]!, place: waits[1]!, address: waits[2]!, name: waits[3]!, half: waits[4]! };
  }

  private limitsFor({ username, address }: Attempt) {
    const most = this.limits.failedSignIns;
    const half = Math.max(1, Math.floor(most / 2));
    return {
      done: [inAMinute('sign-in-done', most * SUCCESSES), username],
      /** The name at this address. */
      place: [inAMinute('sign-in-place', most), username, address],
      half: [inAMinute('sign-in-place', half), username, address],
      address: [inAMinute('sign-in-address', most), address],
      name: [inAMinute('sign-in-name', most, { most: Math.max(most, IN_A_DAY), seconds: WINDOW.day }), username],
    } satisfies Record<string, Guessed>;
  }
}

/** The outcome of an attempt that was tried. */
interface Tried<T> {
  result: T | null;
}

function inAMinute(kind: string, most: number, ...windows: GuessLimit['windows']): GuessLimit {
  return { kind, windows: [{ most, seconds: WINDOW.minute }, ...windows] };
}

function refusal(wait: number | null): RateLimited {
  return new RateLimited(wait ?? 1, 'sign_in');
}
