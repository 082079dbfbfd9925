import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Cell } from '#contexts/groups';
import { Database, type Statement, statement, tables } from '#platform/database';
import type { StreamID } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { notingEnded } from './ended-sessions.js';
import { hashOf, isOpaqueToken, newToken } from './opaque-token.js';
import { type HashedOrigin, KNOWN_FOR, openingSession, type VerifiedUser } from './opening-session.js';
import type { RefreshTokenEntity, SessionEntity } from './session.entity.js';

const db = tables<typeof SessionEntity | typeof RefreshTokenEntity>();

/** A session as its user sees it. */
export interface SessionRow {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
}

/** The session and its user, as an access token names them. */
export interface TokenSubject {
  groupID: number;
  userID: number;
  sessionID: string;
}

/** A session that was opened or refreshed, with its next refresh token. */
export type Continued = TokenSubject & { refreshToken: string };

/** @param isOpened whether the statements opened the session */
type CommitOpened = (
  statements: readonly Statement[],
  sessionID: string,
  isOpened: RawBuilder<boolean>,
) => Promise<Record<string, unknown>[][]>;

/** Opens, continues and ends sessions. A refresh token is returned once and stored as a hash. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly cell: Cell,
  ) {}

  /**
   * Opens a session, records the sign-in and its address, and deletes the user's sessions and addresses that expired or are too many.
   * @param commit sends the statements as one transaction, with what else belongs to it
   * @returns null when the user is disabled or has been deleted meanwhile, or its password has changed
   */
  async open(
    user: VerifiedUser,
    origin: HashedOrigin,
    commit: CommitOpened = (statements) => this.database.batch(statements, { groupID: user.groupID }),
  ): Promise<Continued | null> {
    const { groupID, userID } = user;
    const now = this.clock.now();
    const [sessionID, refreshToken] = [randomUUID(), newToken('lfr_', this.cell.number)];
    const opening = openingSession(user, origin, { sessionID, refreshToken }, now);
    const isOpened = sql<boolean>`exists (select from sessions where group_id = ${groupID}::int and id = ${sessionID}::uuid)`;
    const [opened] = await commit(opening, sessionID, isOpened);
    return opened!.length === 0 ? null : { groupID, userID, sessionID, refreshToken };
  }

  /**
   * Exchanges a refresh token for the next one. A token that was used before is good no more, unless the same call is repeated, as its
   * answer was lost: with the same key, and before another call continued the session. A browser may send a call several times at
   * once, and it is unknown which answer it keeps: the first of their tokens to be used replaces the others.
   * @param key the Idempotency-Key of the call, if any
   * @returns null when the token is unknown or used, or its session has ended
   */
  async continue(refreshToken: string, key: string | null): Promise<Continued | null> {
    if (!isOpaqueToken('lfr_', refreshToken)) return null;
    const [next, at] = [newToken('lfr_', this.cell.number), this.clock.now().toISOString()];
    const hash = hashOf(refreshToken);
    const by = key === null ? null : hashOf(key);
    // The session is locked before its token, as when ending it: the other order could deadlock.
    const subject = await this.database.queryOne(
      statement(sql<TokenSubject>`
        with session as (
          select s.group_id, s.user_id, s.id from sessions s
          join refresh_tokens t on t.group_id = s.group_id and t.session_id = s.id
          where t.hash = ${hash}::bytea and s.expires_at > ${at}::timestamptz
          for no key update of s
        ), used as (
          update refresh_tokens t set used_at = ${at}::timestamptz, used_by = ${by}::bytea from session
          where t.hash = ${hash}::bytea and (t.used_at is null or t.used_by = ${by}::bytea and not exists (
            select from refresh_tokens o where o.group_id = t.group_id and o.session_id = t.session_id
            and o.used_at >= t.used_at and o.used_by is distinct from ${by}::bytea))
          returning session.*
        ), replaced as (
          update refresh_tokens t set used_at = ${at}::timestamptz, used_by = ${by}::bytea from used, refresh_tokens own
          where t.group_id = used.group_id and t.session_id = used.id and t.used_at is null and t.hash <> ${hash}::bytea
            and own.hash = ${hash}::bytea and own.used_at is null
        ), next as (
          insert into refresh_tokens (group_id, hash, session_id) select group_id, ${hashOf(next)}::bytea, id from used
        ), refreshed as (
          update sessions s set refreshed_at = ${at}::timestamptz from used where s.group_id = used.group_id and s.id = used.id
        )
        select group_id as "groupID", user_id as "userID", id as "sessionID" from used`),
    );
    return subject && { ...subject, refreshToken: next };
  }

  /**
   * Ends the session of a refresh token.
   * @param onlyUsed only where the token was used: then somebody else may have it
   * @returns the session; null where the token ends none
   */
  end(refreshToken: string, onlyUsed = false): Promise<TokenSubject | null> {
    const ending = db
      .deleteFrom('sessions')
      .using('refresh_tokens')
      .whereRef('sessions.group_id', '=', 'refresh_tokens.group_id')
      .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
      .where('refresh_tokens.hash', '=', hashOf(refreshToken))
      .returning(['sessions.group_id as groupID', 'sessions.user_id as userID', 'sessions.id as sessionID']);
    return this.database.queryOne(onlyUsed ? ending.where('refresh_tokens.used_at', 'is not', null) : ending);
  }

  /**
   * Deletes ended sessions, with their refresh tokens, and addresses last seen long ago, of users who don't sign in again.
   * @param limit how many of each at most
   * @returns how many of the more numerous
   */
  async forget(limit: number): Promise<number> {
    const now = this.clock.now();
    const [sessions, addresses] = await this.database.pipeline<[unknown, unknown]>(
      statement(sql`delete from sessions where (group_id, id) in (
        select group_id, id from sessions where expires_at < ${now.toISOString()}::timestamptz order by expires_at limit ${limit}::int)
        returning id`),
      statement(sql`delete from known_addresses where (group_id, user_id, address) in (
        select group_id, user_id, address from known_addresses
        where seen_at < ${new Date(now.getTime() - KNOWN_FOR).toISOString()}::timestamptz order by seen_at limit ${limit}::int)
        returning user_id`),
    );
    return Math.max(sessions.length, addresses.length);
  }

  /** The open sessions of a user, the latest first. */
  of(user: StreamID): Promise<SessionRow[]> {
    const open = db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'user_agent'])
      .select((select) => select.fn.coalesce('refreshed_at', 'created_at').as('last_used_at'))
      .where('group_id', '=', user.groupID)
      .where('user_id', '=', user.id)
      .where('expires_at', '>', this.clock.now().toISOString());
    return this.database.query(open.orderBy('created_at', 'desc').orderBy('id'));
  }

  /** Ends one session of a user. @returns false when the user has no such session */
  async endOne(user: StreamID, sessionID: string): Promise<boolean> {
    const ending = db
      .deleteFrom('sessions')
      .where('group_id', '=', user.groupID)
      .where('user_id', '=', user.id)
      .where('id', '=', sessionID)
      .returning('id');
    return (await this.database.query(ending)).length > 0;
  }
}

/** The statement that ends all sessions of a user. @param but the one that continues; all end when absent */
export function endSessions(user: StreamID, but?: string): Statement {
  return notingEnded(sql`
    delete from sessions where group_id = ${user.groupID}::int and user_id = ${user.id}::int
      and id is distinct from ${but ?? null}::uuid returning id`);
}

/** The condition that the session has not ended by then, for statements of other contexts. */
export function isOpen({ groupID, userID, sessionID }: TokenSubject, at: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sessions where group_id = ${groupID}::int and id = ${sessionID}::uuid and user_id = ${userID}::int
    and expires_at > ${at.toISOString()}::timestamptz)`;
}
