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
import { NoteGuessedCodes, type OwnCaller, ownStream, userStream } from '#contexts/users';
import { Audit } from '#platform/audit';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { KeyedHashes } from '#platform/secrets';
import { RefreshLimiter } from './refresh-limiter.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { SignInMetrics, type Way } from './sign-in-metrics.js';
import { AccessTokens, LIFETIME } from './tokens/access-tokens.js';

/** The tokens that a client gets. */
export interface Tokens {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken: string;
  subject: TokenSubject;
}

/** Where a user signs in: the client's address, what counts as one client, and what it calls itself. */
export interface ClientOrigin {
  address: string | null;
  network: string;
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
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError `invalid_credentials`, `second_factor_required`; RateLimited after too many failures */
  async login({ username, password, code }: Proof, origin: ClientOrigin): Promise<Tokens> {
    const [name, { network, isGone }] = [foldedUsername(username), origin];
    const attempt = { username: name, address: network, isKnown: () => this.isKnown(name, network), isGone };
    const user = await this.limiter.limiting(attempt, () => this.authenticate(name, password, code, origin));
    if (user === 'code-missing') {
      throw new DomainError('unauthenticated', 'second_factor_required', 'A code of the second factor is needed.');
    }
    const tokens = user && (await this.enter(user, origin, 'password'));
    if (!tokens) {
      this.metrics.failed('password');
      throw new DomainError('unauthenticated', 'invalid_credentials', 'The username or password is wrong.');
    }
    return tokens;
  }

  /** Opens a session; null when the user's credential is no longer valid. */
  async enter(user: VerifiedUser, origin: ClientOrigin, way: Way): Promise<Tokens | null> {
    const { groupID, userID } = user;
    const { address, network, userAgent } = origin;
    const by = { actor: { type: 'user', userID }, address } as const;
    const hashed = { address: this.hashed(network), userAgent };
    const session = await this.sessions.open(user, hashed, (statements, ID, when) => {
      const target = { kind: 'session', ID } as const;
      return this.audit.commit(statements, {
        groupID,
        action: 'sign-in',
        by,
        target,
        details: { way },
        when,
        endsSessions: true,
      });
    });
    if (!session) this.refused(user, origin, { way, reason: 'disabled' });
    return session && this.grant(session);
  }

  /** Tells of a sign-in that was refused. @param user null where the name is not known */
  refused(
    user: Pick<VerifiedUser, 'groupID' | 'userID'> | null,
    { address }: ClientOrigin,
    details: { way: Way; reason: 'unknown' | 'password' | 'code' | 'disabled' },
  ): void {
    const actor = user ? ({ type: 'user', userID: user.userID } as const) : ({ type: 'guest' } as const);
    this.audit.refused({ groupID: user?.groupID ?? null, action: 'sign-in', by: { actor, address }, details });
  }

  /**
   * @param key the Idempotency-Key of the call, if any
   * @throws DomainError `unauthenticated` if the token is unknown, was used by another call, or its session has ended; RateLimited
   */
  async refresh(refreshToken: string, { address, network }: ClientOrigin, key: string | null): Promise<Tokens> {
    await this.refreshes.take(network);
    const continued = await this.sessions.continue(refreshToken, key);
    if (!continued) {
      await this.endReused(refreshToken, address);
      throw new DomainError('unauthenticated', 'unauthenticated', 'The refresh token is unknown or no longer valid.');
    }
    return this.grant(continued);
  }

  /** Ends the session and invalidates its access token. */
  logout(refreshToken: string, { address }: ClientOrigin): Promise<void> {
    return this.database.inTransaction(async () => {
      const ended = await this.sessions.end(refreshToken);
      if (!ended) return;
      const { groupID, userID, sessionID } = ended;
      const by = { actor: { type: 'user', userID }, address } as const;
      await this.audit.tell({ groupID, action: 'sign-out', by, target: { kind: 'session', ID: sessionID } });
    });
  }

  /** Ends a session of the caller. @returns false when it has no such session */
  endOwn(caller: OwnCaller, sessionID: string): Promise<boolean> {
    return this.database.inTransaction(async () => {
      const ended = await this.sessions.endOne(ownStream(caller), sessionID);
      const target = { kind: 'session', ID: sessionID } as const;
      if (ended) await this.audit.tell({ groupID: caller.group.id, action: 'session.ended', by: caller, target });
      return ended;
    });
  }

  /** Ends the session of a refresh token that was used before. The second person to use it may not be the user. */
  private endReused(refreshToken: string, address: string | null): Promise<void> {
    return this.database.inTransaction(async () => {
      const ended = await this.sessions.end(refreshToken, true);
      if (!ended) return;
      const { groupID, userID, sessionID } = ended;
      const by = { actor: { type: 'guest' }, address } as const;
      const details = { reason: 'refresh-token-reused', sessionID };
      await this.audit.tell({ groupID, action: 'session.ended', by, target: { kind: 'user', ID: userID }, details });
    });
  }

  private async grant(session: Continued): Promise<Tokens> {
    const { refreshToken, ...subject } = session;
    return { accessToken: await this.tokens.sign(session), expiresIn: LIFETIME, refreshToken, subject };
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
      this.refused(user, origin, { way: 'password', reason });
      return null;
    }
    if (!row.second_factor) return user;
    if (code === undefined) return 'code-missing';
    const { isRight, inARow } = await this.factors.useAny(userStream.of(row.group_id, row.user_id), code);
    if (inARow === TOLD_AFTER) await this.tell(user);
    if (!isRight) this.refused(user, origin, { way: 'password', reason: 'code' });
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
