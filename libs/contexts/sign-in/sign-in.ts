import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type Continued,
  credentialNamed,
  foldedUsername,
  hashPassword,
  isPassword,
  knownAddress,
  SecondFactors,
  Sessions,
  type TokenSubject,
  type VerifiedUser,
} from '#contexts/credentials';
import { NoteGuessedCodes, userStream } from '#contexts/users';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { KeyedHashes } from '#platform/secrets';
import { RefreshLimiter } from './refresh-limiter.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { SignInMetrics } from './sign-in-metrics.js';
import { AccessTokens, LIFETIME } from './tokens/access-tokens.js';

/** The tokens that a client gets. */
export interface Tokens {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken: string;
  subject: TokenSubject;
}

/** Where a user signs in: the client's address or network, and what the client calls itself. */
export interface ClientOrigin {
  address: string;
  userAgent: string | null;
  /** Whether the client has left, or has its answer already. */
  isGone: () => boolean;
}

/** A user's proof on signing in; the code is needed where there is a second factor. */
export interface Proof {
  username: string;
  password: string;
  code?: string;
}

/** Wrong codes in a row, behind the right password, after which the user is told. */
const TOLD_AFTER = 5;

/** Signing in by name and password, staying signed in, and signing out (decisions.md, section 5). */
@Injectable()
export class SignIn {
  private readonly log = new Logger(SignIn.name);
  /** Compared with the password when the name is unknown, so that the response takes the same time. */
  private readonly dummyHash = hashPassword(randomUUID());

  constructor(
    private readonly database: Database,
    private readonly limiter: SignInLimiter,
    private readonly refreshes: RefreshLimiter,
    private readonly sessions: Sessions,
    private readonly factors: SecondFactors,
    private readonly tokens: AccessTokens,
    private readonly hashes: KeyedHashes,
    private readonly metrics: SignInMetrics,
    private readonly commands: CommandBus,
  ) {}

  /** @throws DomainError `invalid_credentials`, `second_factor_required`; RateLimited after too many failures */
  async login({ username, password, code }: Proof, origin: ClientOrigin): Promise<Tokens> {
    const [name, { address, isGone }] = [foldedUsername(username), origin];
    const attempt = { username: name, address, isKnown: () => this.isKnown(name, address), isGone };
    const user = await this.limiter.limiting(attempt, () => this.authenticate(name, password, code));
    if (user === 'code-missing') {
      throw new DomainError('unauthenticated', 'second_factor_required', 'A code of the second factor is needed.');
    }
    const tokens = user && (await this.enter(user, origin));
    if (!tokens) {
      this.metrics.failed('password');
      throw new DomainError('unauthenticated', 'invalid_credentials', 'The username or password is wrong.');
    }
    return tokens;
  }

  /** Opens a session; null when the user's credential is no longer valid. */
  async enter(user: VerifiedUser, { address, userAgent }: Omit<ClientOrigin, 'isGone'>): Promise<Tokens | null> {
    const session = await this.sessions.open(user, { address: this.hashed(address), userAgent });
    return session && this.grant(session);
  }

  /**
   * @param key the Idempotency-Key of the call, if any
   * @throws DomainError `unauthenticated` if the token is unknown, was used by another call, or its session has ended; RateLimited
   */
  async refresh(refreshToken: string, address: string, key: string | null): Promise<Tokens> {
    await this.refreshes.take(address);
    const continued = await this.sessions.continue(refreshToken, key);
    if (!continued) {
      throw new DomainError('unauthenticated', 'unauthenticated', 'The refresh token is unknown or no longer valid.');
    }
    return this.grant(continued);
  }

  /** Ends the session and invalidates its access token. */
  async logout(refreshToken: string): Promise<void> {
    await this.sessions.end(refreshToken);
  }

  private async grant(session: Continued): Promise<Tokens> {
    const { refreshToken, ...subject } = session;
    return { accessToken: await this.tokens.sign(session), expiresIn: LIFETIME, refreshToken, subject };
  }

  private async authenticate(name: string, password: string, code?: string): Promise<VerifiedUser | 'code-missing' | null> {
    const row = await this.database.queryOne(credentialNamed(name));
    const matches = await isPassword(password, row?.password_hash ?? (await this.dummyHash));
    if (!row || !matches || row.blocked) return null;
    const user = { groupID: row.group_id, userID: row.user_id, passwordHash: row.password_hash };
    if (!row.second_factor) return user;
    if (code === undefined) return 'code-missing';
    const { isRight, inARow } = await this.factors.useAny(userStream.of(row.group_id, row.user_id), code);
    if (inARow === TOLD_AFTER) await this.tell(user);
    return isRight ? user : null;
  }

  /** Tells the user that somebody knows the password. Signing in fails as it would, whether or not that can be written. */
  private async tell({ groupID, userID }: VerifiedUser): Promise<void> {
    const note = new NoteGuessedCodes(groupID, userID);
    await this.commands.execute(note).catch((error: Error) => this.log.error(`A user was not told of guesses: ${error.message}`));
  }

  private async isKnown(name: string, address: string): Promise<boolean> {
    return (await this.database.queryOne(knownAddress(name, this.hashed(address)))) !== null;
  }

  /** The address of a sign-in is personal data: it is stored as a hash. */
  private hashed(address: string): Buffer {
    return this.hashes.of('sign-in-address', address);
  }
}
