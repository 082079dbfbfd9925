import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Statement, tables } from '#database';
import type { StreamID } from '#event-store';
import { Clock } from '#kernel';
import type { KnownAddressEntity, RefreshTokenEntity, SessionEntity } from '../read-model/session.entity.js';
import type { CredentialEntity } from '../read-model/user.entity.js';
import type { TokenSubject } from './access-tokens.js';
import { hashOf, newToken } from './opaque-token.js';

const db = tables<typeof SessionEntity | typeof RefreshTokenEntity | typeof CredentialEntity | typeof KnownAddressEntity>();

/** A session ends 30 days after signing in, however often it was refreshed; in milliseconds. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** A session as it goes on: whom it is of, and its next refresh token. */
export type Continued = TokenSubject & { refreshToken: string };

/** Opens, continues and ends sessions. A refresh token is shown once and kept as a hash. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Opens a session, notes the sign-in and its address, and forgets the user's sessions that are over. */
  async open(user: { groupID: number; userID: number }, address: Buffer): Promise<Continued> {
    const now = this.clock.now();
    const at = now.toISOString();
    const [sessionID, refreshToken] = [randomUUID(), newToken('lfr_')];
    const key = { group_id: user.groupID, user_id: user.userID };
    await this.database.transaction([
      db
        .deleteFrom('sessions')
        .where('group_id', '=', user.groupID)
        .where('user_id', '=', user.userID)
        .where('expires_at', '<', at),
      db
        .insertInto('sessions')
        .values({ ...key, id: sessionID, created_at: at, expires_at: new Date(now.getTime() + LIFETIME).toISOString() }),
      db
        .insertInto('refresh_tokens')
        .values({ group_id: user.groupID, hash: hashOf(refreshToken), session_id: sessionID, used_at: null }),
      db
        .updateTable('credentials')
        .set({ last_login_at: at })
        .where('group_id', '=', user.groupID)
        .where('user_id', '=', user.userID),
      db
        .insertInto('known_addresses')
        .values({ ...key, address, seen_at: at })
        .onConflict((conflict) => conflict.columns(['group_id', 'user_id', 'address']).doUpdateSet({ seen_at: at })),
    ]);
    return { ...user, sessionID, refreshToken };
  }

  /**
   * Trades a refresh token for the next one. A token that was used before ends its whole session.
   * @returns null when the token is unknown, used or its session is over
   */
  async continue(refreshToken: string): Promise<Continued | null> {
    const [next, at, hash] = [newToken('lfr_'), this.clock.now().toISOString(), hashOf(refreshToken)];
    const used = db
      .updateTable('refresh_tokens')
      .from('sessions')
      .set({ used_at: at })
      .whereRef('sessions.group_id', '=', 'refresh_tokens.group_id')
      .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
      .where('sessions.expires_at', '>', at)
      .where('refresh_tokens.hash', '=', hash)
      .where('refresh_tokens.used_at', 'is', null)
      .returning(['sessions.group_id as groupID', 'sessions.user_id as userID', 'sessions.id as sessionID']);
    const insert = (query: typeof used) =>
      db
        .with('used', () => query)
        .with('next', (cte) =>
          cte
            .insertInto('refresh_tokens')
            .columns(['group_id', 'hash', 'session_id'])
            .expression(cte.selectFrom('used').select(['groupID', sql<Buffer>`${hashOf(next)}::bytea`.as('hash'), 'sessionID'])),
        )
        .selectFrom('used')
        .selectAll();
    const subject = await this.database.row(insert(used));
    if (subject) return { ...subject, refreshToken: next };
    await this.database.rows(this.ending(hash).where('refresh_tokens.used_at', 'is not', null));
    return null;
  }

  /** Ends the session of a refresh token; one that is unknown has none. */
  async end(refreshToken: string): Promise<void> {
    await this.database.rows(this.ending(hashOf(refreshToken)));
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
