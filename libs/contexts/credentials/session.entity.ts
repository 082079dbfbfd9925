import { defineEntity, p } from '@mikro-orm/postgresql';
import { belongsTo, moment } from '#platform/database';
import { CredentialEntity } from './credential.entity.js';

/** One sign-in of a User, and the refresh tokens descending from it. Deleted with the User's credential. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    userId: p.integer(),
    createdAt: moment(),
    expiresAt: moment(),
    credential: belongsTo(CredentialEntity, 'group_id', 'user_id'),
    /** When it was last refreshed; null before. */
    refreshedAt: moment().nullable(),
    /** The client's name for itself when signing in. */
    userAgent: p.text().nullable(),
  },
  indexes: [
    { name: 'sessions_by_user', properties: ['groupId', 'userId'] },
    { name: 'sessions_by_end', properties: ['expiresAt'] },
  ],
});

/** A refresh token, stored as a hash; used ones are kept so that a second use is detected. */
export const RefreshTokenEntity = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    groupId: p.integer().primary(),
    hash: p.blob().primary().unique(),
    sessionId: p.uuid(),
    usedAt: moment().nullable(),
    /** Hash of the Idempotency-Key that it was used with, if any. */
    usedBy: p.blob().nullable(),
    session: belongsTo(SessionEntity, 'group_id', 'session_id'),
  },
  indexes: [{ name: 'refresh_tokens_by_session', properties: ['groupId', 'sessionId'] }],
});

/** Addresses a User has signed in from: an attack on its name from elsewhere does not lock them out. */
export const KnownAddressEntity = defineEntity({
  name: 'KnownAddress',
  tableName: 'known_addresses',
  properties: {
    groupId: p.integer().primary(),
    userId: p.integer().primary(),
    address: p.blob().primary(),
    seenAt: moment(),
    credential: belongsTo(CredentialEntity, 'group_id', 'user_id'),
  },
  indexes: [{ name: 'known_addresses_by_age', properties: ['seenAt'] }],
});
