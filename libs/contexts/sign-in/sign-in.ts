import { Injectable } from '@nestjs/common';
import { type Continued, Sessions, type TokenSubject, type VerifiedUser } from '#contexts/credentials';
import { type OwnCaller, ownStream } from '#contexts/users';
import { Audit } from '#platform/audit';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { KeyedHashes } from '#platform/secrets';
import { RefreshLimiter } from './refresh-limiter.js';
import type { Way } from './sign-in-metrics.js';
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

/** Opening a session for who has proved to be a user, staying signed in, and signing out (decisions.md, section 5). */
@Injectable()
export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly refreshes: RefreshLimiter,
    private readonly sessions: Sessions,
    private readonly tokens: AccessTokens,
    private readonly hashes: KeyedHashes,
    private readonly audit: Audit,
  ) {}

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

  /** The address of a sign-in is personal data: it is stored as a hash. */
  hashed(address: string): Buffer {
    return this.hashes.of('sign-in-address', address);
  }
}
