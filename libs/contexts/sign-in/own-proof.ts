import { Injectable } from '@nestjs/common';
import { credentialOf, isPassword, SecondFactors } from '#contexts/credentials';
import { type OwnCaller, ownStream } from '#contexts/users';
import { oneOfEach } from '#platform/concurrency';
import { Database } from '#platform/database';
import { RateLimited } from '#platform/http';
import { DomainError } from '#platform/kernel';
import { CallLimits, Guesses, WINDOW } from '#platform/limits';

/** Proofs of one session that may wait for each other, and for how many milliseconds. */
const [MOST_WAITING, MAX_WAIT] = [50, 10_000];

/**
 * Asks users for their password or a code again, before they change how they sign in. Wrong ones are counted for the session, passwords
 * and codes apart: whoever has a stolen token keeps its user from neither in another session.
 */
@Injectable()
export class OwnProof {
  private readonly turns = oneOfEach(MOST_WAITING, MAX_WAIT);

  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly limits: CallLimits,
  ) {}

  /** @param password undefined is a wrong one, but not counted @throws DomainError `invalid_credentials` (403); RateLimited */
  async password(caller: OwnCaller, password: string | undefined): Promise<void> {
    if (password === undefined) throw wrong('The present password is required.');
    await this.proving(caller, 'password', async () => {
      const row = await this.database.queryOne(credentialOf(ownStream(caller)));
      return row !== null && (await isPassword(password, row.password_hash));
    });
  }

  /** Uses up a code. @param recovery whether a recovery code will do @throws as `password` */
  async code(caller: OwnCaller, code: string, recovery: boolean): Promise<void> {
    const user = ownStream(caller);
    const check = async () => (recovery ? (await this.factors.useAny(user, code)).isRight : this.factors.use(user, code));
    await this.proving(caller, 'code', check);
  }

  /** One at a time, so that those that are right do not fill the count together. */
  private proving({ session }: OwnCaller, kind: 'password' | 'code', check: () => Promise<boolean>): Promise<void> {
    return this.turns.run(`${kind} ${session}`, async () => {
      const { failedSignIns: most } = this.limits;
      const guessed = [{ kind: `own-${kind}`, windows: [{ most, seconds: WINDOW.minute }] }, `${session}`] as const;
      const guess = most === 0 ? null : await this.guesses.take(...guessed);
      if (most > 0 && !guess) throw new RateLimited((await this.guesses.waits([guessed]))[0] ?? 1, 'sign_in');
      const found = await this.guesses.comparing(guess ? [guess] : [], async () => (await check()) || null);
      if (!found) throw wrong('The password or code is wrong.');
    });
  }
}

function wrong(message: string): DomainError {
  return new DomainError('forbidden', 'invalid_credentials', message);
}
