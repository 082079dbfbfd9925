import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/**
 * What a User signs in with. No event tells a password, so that no replay writes this table. `username` is folded and
 * unique across the whole service: the one key that does not start with the Group.
 */
export const CredentialEntity = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    groupId: p.integer().primary(),
    userId: p.integer().primary(),
    username: p.text(),
    passwordHash: p.text(),
    lastLoginAt: moment().nullable(),
  },
});
