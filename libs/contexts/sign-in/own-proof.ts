import { Injectable } from '@nestjs/common';
import { credentialOf, isPassword, SecondFactors } from '#contexts/credentials';
import { type OwnCaller, ownStream } from '#contexts/users';
import { Audit, type AuditedAction } from '#platform/audit';
import { oneOfEach } from '#platform/concurrency';
import { Database } from '#platform/database';
import { RateLimited } from '#platform/http';
import { DomainError } from '#platform/kernel';
import { CallLimits, Guesses, WINDOW } from '#platform/limits';

/** Actions that are told of when they are refused. */
type Refusable = Extract<AuditedAction, 'password.set' | `second-factor.${string}`>;

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
    private readonly audit: Audit,
  ) {}

  /**
   * @param password undefined is a wrong one, but not counted
   * @param action what is refused where it is wrong; null where nobody is told
   * @throws DomainError `invalid_credentials` (403); RateLimited
   */
  async password(caller: OwnCaller, password: string | undefined, action: Refusable | null): Promise<void> {
    if (password === undefined) throw this.refused(caller, action, 'The present password is required.');
    await this.proving(caller, 'password', action, async () => {
      const row = await this.database.queryOne(credentialOf(ownStream(caller)));
      return row !== null && (await isPassword(password, row.password_hash));
    });
  }

  /** Uses up a code. @param recovery whether a recovery code will do @throws as `password` */
  async code(caller: OwnCaller, code: string, recovery: boolean, action: Refusable): Promise<void> {
    const user = ownStream(caller);
    const check = async () => (recovery ? (await this.factors.useAny(user, code)).isRight : this.factors.use(user, code));
    await this.proving(caller, 'code', action, check);
  }

  /** One at a time, so that those that are right do not fill the count together. */
  private proving(
    caller: OwnCaller,
    kind: 'password' | 'code',
    action: Refusable | null,
    check: () => Promise<boolean>,
  ): Promise<void> {
    const { session } = caller;
    return this.turns.run(`${kind} ${session}`, async () => {
      const { failedSignIns: most } = this.limits;
      const guessed = [{ kind: `own-${kind}`, windows: [{ most, seconds: WINDOW.minute }] }, `${session}`] as const;
      const guess = most === 0 ? null : await this.guesses.take(...guessed);
      if (most > 0 && !guess) throw new RateLimited((await this.guesses.waits([guessed]))[0] ?? 1, 'sign_in');
      const found = await this.guesses.comparing(guess ? [guess] : [], async () => (await check()) || null);
      if (!found) throw this.refused(caller, action, 'The password or code is wrong.');
    });
  }

  private refused(caller: OwnCaller, action: Refusable | null, message: string): DomainError {
    const target = { kind: 'user', ID: caller.actor.userID } as const;
    if (action !== null) this.audit.refused({ groupID: caller.group.id, action, by: caller, target });
    return new DomainError('forbidden', 'invalid_credentials', message);
  }
}
