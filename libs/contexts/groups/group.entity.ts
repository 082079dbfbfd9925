import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

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
