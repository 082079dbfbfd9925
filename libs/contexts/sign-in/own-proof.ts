import { Injectable } from '@nestjs/common';
import { credentialOf, isPassword, SecondFactors } from '#contexts/credentials';
import { type OwnCaller, userStream } from '#contexts/users';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { SignInLimiter } from './sign-in-limiter.js';

/** Asks users for their password or a code again, before they change how they sign in; limited like signing in. */
@Injectable()
export class OwnProof {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly limiter: SignInLimiter,
  ) {}

  /** @throws DomainError `invalid_credentials` (403); RateLimited */
  password(caller: OwnCaller, password: string, address: string): Promise<void> {
    return this.proving(caller, address, async () => {
      const row = await this.database.queryOne(credentialOf(userOf(caller)));
      return row !== null && (await isPassword(password, row.password_hash));
    });
  }

  /** Uses up a code. @param recovery whether a recovery code will do @throws as `password` */
  code(caller: OwnCaller, code: string, recovery: boolean, address: string): Promise<void> {
    const user = userOf(caller);
    return this.proving(caller, address, () => (recovery ? this.factors.useAny(user, code) : this.factors.use(user, code)));
  }

  private async proving(caller: OwnCaller, address: string, check: () => Promise<boolean>): Promise<void> {
    const { group, actor } = caller;
    const attempt = { username: `\0${group.id}/${actor.userID}`, address, isKnown: async () => true };
    const proved = await this.limiter.limiting(attempt, async () => ((await check()) ? true : null));
    if (!proved) throw new DomainError('forbidden', 'invalid_credentials', 'The password or code is wrong.');
  }
}

function userOf({ group, actor }: OwnCaller) {
  return userStream.of(group.id, actor.userID);
}
