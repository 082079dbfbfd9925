import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { isOneOf, moment } from '#platform/database';
import { TOKEN_ROLES, type TokenRole } from '#platform/kernel';

/** The credential of an Integration: only a hash of it is kept. */
export const ApiTokenEntity = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    groupId: ofGroup().primary(),
    id: p.uuid().primary(),
    prefix: p.text(),
    hash: p.blob().unique(),
    createdAt: moment(),
    lastUsedAt: moment().nullable(),
    revokedAt: moment().nullable(),
    role: p.text().$type<TokenRole>().default('group_admin'),
    /** Its purpose, in its maker's words. */
    name: p.text().nullable(),
    /** The Locations it is limited to; null: all. */
    locationIds: p.array().$type<string[]>().nullable(),
    /** When it ends by itself. */
    expiresAt: moment().nullable(),
  },
  checks: [{ property: 'role', expression: isOneOf('role', TOKEN_ROLES) }],
});

/** The names of API tokens, revoked ones included, that other contexts may join. */
export const TokenNames = defineEntity({
  name: 'TokenNames',
  tableName: 'token_names',
  view: true,
  expression: 'select group_id, id, name from api_tokens',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    name: p.text().nullable(),
  },
});
