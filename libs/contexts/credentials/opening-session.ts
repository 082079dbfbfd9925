import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import { notingEnded } from './ended-sessions.js';
import { hashOf } from './opaque-token.js';

/** A session ends 30 days after signing in, however often it was refreshed; in milliseconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** The most sessions of a user: one more ends the oldest. As many addresses are known, and each for a year after the last sign-in. */
const MOST = 50;
export const KNOWN_FOR = 365 * 24 * 60 * 60 * 1000;
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

/**
 * The statements that open a session, record the sign-in and its address, and delete the user's sessions and addresses that expired or are
 * too many. The first has a row where the session was opened.
 */
export function openingSession(
  { groupID, userID, passwordHash }: VerifiedUser,
  { address, userAgent }: HashedOrigin,
  { sessionID, refreshToken }: { sessionID: string; refreshToken: string },
  now: Date,
): Statement[] {
  const at = now.toISOString();
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
  return [opening, deleteExpired, endOldest, forgetAddresses];
}

/** A client's name for itself is text from anywhere: PostgreSQL takes no NUL, and nobody needs all of a long one. */
function clientName(userAgent: string | null): string | null {
  return userAgent === null ? null : userAgent.replaceAll(/\p{Cc}/gu, ' ').slice(0, USER_AGENT);
}
