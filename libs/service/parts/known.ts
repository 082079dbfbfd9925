import type { INestApplicationContext } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { DISABLED_ENDPOINTS } from '#contexts/webhooks';
import { Database, tables } from '#platform/database';
import { ServiceKeys } from '#platform/secrets';
import type { LastBackupEntity } from '../backup/last-backup.entity.js';
import type { Known } from './parts.js';

const db = tables<typeof LastBackupEntity>();

/** The state of the parts that no setting switches on, by the database. */
export async function knownOf(app: INestApplicationContext): Promise<Known> {
  const [backup, groupsWithoutRetention, endpoints, keySince] = await Promise.all([
    app.get(Database).queryOne(db.selectFrom('last_backup').select('at')),
    app.get(Groups, { strict: false }).withoutRetention(),
    app.get(Database).queryOne(DISABLED_ENDPOINTS),
    app.get(ServiceKeys).since(),
  ]);
  return {
    lastBackup: backup ? new Date(backup.at) : null,
    groupsWithoutRetention,
    disabledEndpoints: endpoints!.disabled,
    keySince,
  };
}
