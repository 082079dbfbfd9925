import { Injectable } from '@nestjs/common';
import { credentialOf, isPassword, SecondFactors } from '#contexts/credentials';
import { type OwnCaller, ownStream } from '#contexts/users';
import { oneOfEach } from '#platform/concurrency';
import { Database } from '#platform/database';
import { RateLimited } from '#platform/http';
import { DomainError } from '#platform/kernel';
import { CallLimits, Counters } from '#platform/limits';

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
    private readonly counters: Counters,
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

  /** One at a time, so that concurrent ones cannot slip through before the first failure is counted. */
  private proving({ session }: OwnCaller, kind: 'password' | 'code', check: () => Promise<boolean>): Promise<void> {
    const key = `own-${kind}:${session}`;
    return this.turns.run(key, async () => {
      const { failedSignIns: limit } = this.limits;
      const failed = await this.counters.read(key);
      if (limit > 0 && failed.points >= limit) throw new RateLimited(failed.resets / 1000, 'sign_in');
      if (await check()) return;
      await this.counters.raise(key);
      throw wrong('The password or code is wrong.');
    });
  }
}

function wrong(message: string): DomainError {
  return new DomainError('forbidden', 'invalid_credentials', message);
}
