import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { moment } from '#platform/database';

/**
 * A User's credentials. No event contains a password, so no replay writes this table. `username` is folded and
 * unique across the whole service: the one key that does not start with the Group.
 */
export const CredentialEntity = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    groupId: ofGroup().primary(),
    userId: p.integer().primary(),
    username: p.text().unique('credentials_username'),
    passwordHash: p.text(),
    lastLoginAt: moment().nullable(),
    /** A disabled user: signing in fails as with a wrong password. */
    blocked: p.boolean().default(false),
  },
});

/** The columns of a credential that other contexts may join. */
export const LastLogins = defineEntity({
  name: 'LastLogins',
  tableName: 'last_logins',
  view: true,
  expression: 'select group_id, user_id, last_login_at from credentials',
  properties: { groupId: p.integer().primary(), userId: p.integer().primary(), lastLoginAt: moment().nullable() },
});
