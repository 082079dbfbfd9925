import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { moment } from '#platform/database';
import type { TokenRole } from '#platform/kernel';

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
    /** What it is for, in the words of who made it. */
    name: p.text().nullable(),
  },
  checks: [{ property: 'role', expression: `role in ('group_admin', 'carrier')` }],
});
