import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** The one row that remembers when a backup was last made and checked. */
export const LastBackupEntity = defineEntity({
  name: 'LastBackup',
  tableName: 'last_backup',
  properties: {
    singleton: p.boolean().primary().default(true),
    at: moment(),
  },
  checks: [{ property: 'singleton', expression: 'singleton' }],
});
