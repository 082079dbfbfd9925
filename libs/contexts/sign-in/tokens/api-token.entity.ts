import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';
import type { TokenRole } from '#platform/kernel';

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
