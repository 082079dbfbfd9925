import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Cell } from '#contexts/groups';
import { Database, type Statement, statement, tables } from '#platform/database';
import type { StreamID } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { notingEnded } from './ended-sessions.js';
import { hashOf, isOpaqueToken, newToken } from './opaque-token.js';
import type { RefreshTokenEntity, SessionEntity } from './session.entity.js';

const db = tables<typeof SessionEntity | typeof RefreshTokenEntity>();

/** A session ends 30 days after signing in, however often it was refreshed; in milliseconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** The most sessions of a user: one more ends the oldest. As many addresses are known, and each for a year after the last sign-in. */
const MOST = 50;
const KNOWN_FOR = 365 * 24 * 60 * 60 * 1000;
/** Characters that are kept of what a client calls itself. */
const USER_AGENT = 255;

/** An authenticated user: by the password with this hash, or by other means when it is null. */
export interface VerifiedUser {
  groupID: number;
  userID: number;
  passwordHash: string | null;
}

/** Where a user signs in: the hash of its address, and what its client calls itself. */
export interface HashedOrigin {
  address: Buffer;
  userAgent: string | null;
}

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
    { groupID, userID, passwordHash }: VerifiedUser,
    { address, userAgent }: HashedOrigin,
    commit: CommitOpened = (statements) => this.database.batch(statements, { groupID }),
  ): Promise<Continued | null> {
    const now = this.clock.now();
    const at = now.toISOString();
    const [sessionID, refreshToken] = [randomUUID(), newToken('lfr_', this.cell.number)];
    const ofUser = sql`group_id = ${groupID}::int and user_id = ${userID}::int`;
    const deleteExpired = statement(sql`delete from sessions where ${ofUser} and expires_at < ${at}::timestamptz`);
    const endOldest = notingEnded(sql`
      delete from sessions where ${ofUser} and id in (
        select id from sessions where ${ofUser} order by id = ${sessionID}::uuid desc, created_at desc, id offset ${MOST}::int)
      returning id`);
    const forgetAddresses = statement(sql`
      delete from known_addresses where ${ofUser} and (
        seen_at < ${new Date(now.getTime() - KNOWN_FOR).toISOString()}::timestamptz
        or address in (select address from known_addresses where ${ofUser} order by seen_at desc, address offset ${MOST}::int))`);
    // The credential is locked before any session, as when ending them: a concurrent change of the password ends this session too, or
    // prevents it from being opened.
    const opening = statement(sql<{ id: string }>`
      with credential as (
        select group_id, user_id from credentials
        where group_id = ${groupID}::int and user_id = ${userID}::int and not blocked
          and (${passwordHash}::text is null or password_hash = ${passwordHash}::text)
        for update
      ), opened as (
        insert into sessions (group_id, user_id, id, created_at, expires_at, user_agent)
        select group_id, user_id, ${sessionID}::uuid, ${at}::timestamptz,
          ${new Date(now.getTime() + SESSION_LIFETIME).toISOString()}::timestamptz, ${clientName(userAgent)}::text
        from credential returning group_id, id
      ), token as (
        insert into refresh_tokens (group_id, hash, session_id) select group_id, ${hashOf(refreshToken)}::bytea, id from opened
      ), noted as (
        update credentials c set last_login_at = ${at}::timestamptz from credential
        where c.group_id = credential.group_id and c.user_id = credential.user_id
      ), known as (
        insert into known_addresses (group_id, user_id, address, seen_at)
        select group_id, user_id, ${address}::bytea, ${at}::timestamptz from credential
        on conflict (group_id, user_id, address) do update set seen_at = excluded.seen_at
      )
      select id from opened`);
    const isOpened = sql<boolean>`exists (select from sessions where group_id = ${groupID}::int and id = ${sessionID}::uuid)`;
    const [opened] = await commit([opening, deleteExpired, endOldest, forgetAddresses], sessionID, isOpened);
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

/** A client's name for itself is text from anywhere: PostgreSQL takes no NUL, and nobody needs all of a long one. */
function clientName(userAgent: string | null): string | null {
  return userAgent === null ? null : userAgent.replaceAll(/\p{Cc}/gu, ' ').slice(0, USER_AGENT);
}

/** The condition that the session has not ended by then, for statements of other contexts. */
export function isOpen({ groupID, userID, sessionID }: TokenSubject, at: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sessions where group_id = ${groupID}::int and id = ${sessionID}::uuid and user_id = ${userID}::int
    and expires_at > ${at.toISOString()}::timestamptz)`;
}
