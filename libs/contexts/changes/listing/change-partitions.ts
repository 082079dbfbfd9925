import { Injectable } from '@nestjs/common';
import { numberAt } from '#platform/cursors';
import { Database, MonthlyPartitions } from '#platform/database';
import { Clock } from '#platform/kernel';
import { ChangeRetention } from '../retention.js';

/** The monthly partitions of changes. Each Group's last change that is too old to list stays: it shows which cursors are too old. */
@Injectable()
export class ChangePartitions extends MonthlyPartitions {
  constructor(database: Database, clock: Clock, retention: ChangeRetention) {
    const least = (moment: Date) => String(numberAt(moment));
    super(database, clock, retention.length, [{ table: 'changes', key: 'number', least, keepsLast: true }]);
  }
}
