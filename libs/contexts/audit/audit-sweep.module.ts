import { Injectable, Module } from '@nestjs/common';
import { numberAt } from '#platform/cursors';
import { Database, MonthlyPartitions } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Sweeps } from '#platform/queue';
import { AuditSettings } from './audit.settings.js';

/** How often months are added and dropped, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** The monthly partitions of the audit. Each Group's last entry that is too old to list stays: it shows which cursors are too old. */
@Injectable()
class AuditPartitions extends MonthlyPartitions {
  constructor(database: Database, clock: Clock, settings: AuditSettings) {
    const least = (moment: Date) => String(numberAt(moment));
    super(database, clock, settings.length, [{ table: 'audit_entries', key: 'number', least, keepsLast: true }]);
  }
}

/** Drops the entries of long ago, in the worker process. */
@Module({ providers: [AuditPartitions] })
export class AuditSweepModule {
  constructor(sweeps: Sweeps, partitions: AuditPartitions) {
    sweeps.every('audit-partitions', HOUR, () => partitions.turn());
  }
}
