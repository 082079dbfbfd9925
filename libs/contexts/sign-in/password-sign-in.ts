import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  credentialNamed,
  foldedUsername,
  hashPassword,
  isPassword,
  knownAddress,
  SecondFactors,
  type VerifiedUser,
} from '#contexts/credentials';
import { NoteGuessedCodes, userStream } from '#contexts/users';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { type ClientOrigin, SignIn, type Tokens } from './sign-in.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { SignInMetrics } from './sign-in-metrics.js';

/** A user's proof on signing in; the code is needed where there is a second factor. */
export interface Proof {
  username: string;
  password: string;
  code?: string;
}

/** Wrong codes in a row, behind the right password, after which the user is told. */
const TOLD_AFTER = 5;

/** Signing in by name and password (decisions.md, section 5). */
@Injectable()
export class PasswordSignIn {
  private readonly log = new Logger(PasswordSignIn.name);
  /** Compared with the password when the name is unknown, so that the response takes the same time. */
  private readonly dummyHash = hashPassword(randomUUID());

  constructor(
    private readonly database: Database,
    private readonly limiter: SignInLimiter,
    private readonly factors: SecondFactors,
    private readonly metrics: SignInMetrics,
    private readonly commands: CommandBus,
    private readonly signIn: SignIn,
  ) {}

  /** @throws DomainError `invalid_credentials`, `second_factor_required`; RateLimited after too many failures */
  async login({ username, password, code }: Proof, origin: ClientOrigin): Promise<Tokens> {
    const [name, { network, isGone }] = [foldedUsername(username), origin];
    const attempt = { username: name, address: network, isKnown: () => this.isKnown(name, network), isGone };
    const user = await this.limiter.limiting(attempt, () => this.authenticate(name, password, code, origin));
    if (user === 'code-missing') {
      throw new DomainError('unauthenticated', 'second_factor_required', 'A code of the second factor is needed.');
    }
    const tokens = user && (await this.signIn.enter(user, origin, 'password'));
    if (!tokens) {
      this.metrics.failed('password');
      throw new DomainError('unauthenticated', 'invalid_credentials', 'The username or password is wrong.');
    }
    return tokens;
  }

  private async authenticate(
    name: string,
    password: string,
    code: string | undefined,
    origin: ClientOrigin,
  ): Promise<VerifiedUser | 'code-missing' | null> {
    const row = await this.database.queryOne(credentialNamed(name));
    const matches = await isPassword(password, row?.password_hash ?? (await this.dummyHash));
    const user = row && { groupID: row.group_id, userID: row.user_id, passwordHash: row.password_hash };
    if (!user || !matches || row.blocked) {
      const reason = !user ? 'unknown' : matches ? 'disabled' : 'password';
      this.signIn.refused(user, origin, { way: 'password', reason });
      return null;
    }
    if (!row.second_factor) return user;
    if (code === undefined) return 'code-missing';
    const { isRight, inARow } = await this.factors.useAny(userStream.of(row.group_id, row.user_id), code);
    if (inARow === TOLD_AFTER) await this.tell(user);
    if (!isRight) this.signIn.refused(user, origin, { way: 'password', reason: 'code' });
    return isRight ? user : null;
  }

  /** Tells the user that somebody knows the password. Signing in fails as it would, whether or not that can be written. */
  private async tell({ groupID, userID }: VerifiedUser): Promise<void> {
    const note = new NoteGuessedCodes(groupID, userID);
    await this.commands.execute(note).catch((error: Error) => this.log.error(`A user was not told of guesses: ${error.message}`));
  }

  private async isKnown(name: string, address: string): Promise<boolean> {
    return (await this.database.queryOne(knownAddress(name, this.signIn.hashed(address)))) !== null;
  }
}
