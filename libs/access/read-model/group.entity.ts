import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#database';
import type { TokenRole } from '#kernel';

/** One account holder; everything belongs to exactly one Group. */
export const GroupEntity = defineEntity({
  name: 'Group',
  tableName: 'groups',
  properties: {
    id: p.integer().primary(),
    code: p.text(),
    name: p.text(),
    /** Its users may sign in at the identity provider. */
    sso: p.boolean(),
    /** How long after its end an item or Request keeps personal data; null for ever. */
    retentionDays: p.integer().nullable(),
    createdAt: moment(),
  },
});

/** The credential of an Integration: only a hash of it is kept. */
export const ApiTokenEntity = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    prefix: p.text(),
    hash: p.blob(),
    role: p.text().$type<TokenRole>(),
    createdAt: moment(),
    lastUsedAt: moment().nullable(),
    revokedAt: moment().nullable(),
  },
});
