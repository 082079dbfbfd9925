import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database, type Statement, statement, tables } from '#platform/database';
import type { StreamID } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { hashOf, newToken } from './opaque-token.js';
import type { RefreshTokenEntity, SessionEntity } from './session.entity.js';

const db = tables<typeof SessionEntity | typeof RefreshTokenEntity>();

/** A session ends 30 days after signing in, however often it was refreshed; in milliseconds. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** An authenticated user: by the password with this hash, or by other means when it is null. */
export interface VerifiedUser {
  groupID: number;
  userID: number;
  passwordHash: string | null;
}

/** The session and its user, as an access token names them. */
export interface TokenSubject {
  groupID: number;
  userID: number;
  sessionID: string;
}

/** A session that was opened or refreshed, with its next refresh token. */
export type Continued = TokenSubject & { refreshToken: string };

/** Opens, continues and ends sessions. A refresh token is returned once and stored as a hash. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session, records the sign-in and its address, and deletes the user's expired sessions.
   * @returns null when the user has been deleted meanwhile, or its password has changed
   */
  async open({ groupID, userID, passwordHash }: VerifiedUser, address: Buffer): Promise<Continued | null> {
    const now = this.clock.now();
    const at = now.toISOString();
    const [sessionID, refreshToken] = [randomUUID(), newToken('lfr_')];
    const deleteExpired = db
      .deleteFrom('sessions')
      .where('group_id', '=', groupID)
      .where('user_id', '=', userID)
      .where('expires_at', '<', at);
    // The credential is locked before any session, as when ending them: a concurrent change of the password ends this session too, or
    // prevents it from being opened.
    const opening = statement(sql<{ id: string }>`
      with credential as (
        select group_id, user_id from credentials
        where group_id = ${groupID}::int and user_id = ${userID}::int
          and (${passwordHash}::text is null or password_hash = ${passwordHash}::text)
        for update
      ), opened as (
        insert into sessions (group_id, user_id, id, created_at, expires_at)
        select group_id, user_id, ${sessionID}::uuid, ${at}::timestamptz, ${new Date(now.getTime() + LIFETIME).toISOString()}::timestamptz
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
    const [opened] = await this.database.batch([opening, deleteExpired]);
    return opened!.length === 0 ? null : { groupID, userID, sessionID, refreshToken };
  }

  /**
   * Exchanges a refresh token for the next one. A token that was used before ends its whole session.
   * @returns null when the token is unknown or used, or its session has ended
   */
  async continue(refreshToken: string): Promise<Continued | null> {
    const [next, at, hash] = [newToken('lfr_'), this.clock.now().toISOString(), hashOf(refreshToken)];
    // The session is locked before its token, as when ending it: the other order could deadlock.
    const subject = await this.database.queryOne(
      statement(sql<TokenSubject>`
        with session as (
          select s.group_id, s.user_id, s.id from sessions s
          join refresh_tokens t on t.group_id = s.group_id and t.session_id = s.id
          where t.hash = ${hash}::bytea and s.expires_at > ${at}::timestamptz
          for no key update of s
        ), used as (
          update refresh_tokens t set used_at = ${at}::timestamptz from session
          where t.hash = ${hash}::bytea and t.used_at is null returning session.*
        ), next as (
          insert into refresh_tokens (group_id, hash, session_id) select group_id, ${hashOf(next)}::bytea, id from used
        )
        select group_id as "groupID", user_id as "userID", id as "sessionID" from used`),
    );
    if (subject) return { ...subject, refreshToken: next };
    await this.database.query(this.ending(hash).where('refresh_tokens.used_at', 'is not', null));
    return null;
  }

  /** Ends the session of a refresh token; does nothing for an unknown token. */
  async end(refreshToken: string): Promise<void> {
    await this.database.query(this.ending(hashOf(refreshToken)));
  }

  private ending(hash: Buffer) {
    return db
      .deleteFrom('sessions')
      .using('refresh_tokens')
      .whereRef('sessions.group_id', '=', 'refresh_tokens.group_id')
      .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
      .where('refresh_tokens.hash', '=', hash);
  }
}

/** The statement that ends all sessions of a user. */
export function endSessions(user: StreamID): Statement {
  return db.deleteFrom('sessions').where('group_id', '=', user.groupID).where('user_id', '=', user.id);
}

/** The condition that the session has not ended by then, for statements of other contexts. */
export function isOpen({ groupID, userID, sessionID }: TokenSubject, at: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sessions where group_id = ${groupID}::int and id = ${sessionID}::uuid and user_id = ${userID}::int
    and expires_at > ${at.toISOString()}::timestamptz)`;
}
