import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** One sign-in of a User, and the family of refresh tokens that came of it. Ends with the User's credential. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    userId: p.integer(),
    createdAt: moment(),
    expiresAt: moment(),
  },
});

/** A refresh token, kept as a hash; used ones stay so that a second use is noticed. */
export const RefreshTokenEntity = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    groupId: p.integer().primary(),
    hash: p.blob().primary(),
    sessionId: p.uuid(),
    usedAt: moment().nullable(),
  },
});

/** Where a User has signed in from: an attack on its name elsewhere does not lock these addresses out. */
export const KnownAddressEntity = defineEntity({
  name: 'KnownAddress',
  tableName: 'known_addresses',
  properties: {
    groupId: p.integer().primary(),
    userId: p.integer().primary(),
    address: p.blob().primary(),
    seenAt: moment(),
  },
});
