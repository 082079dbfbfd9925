import { Injectable } from '@nestjs/common';
import { Database, MonthlyPartitions } from '#platform/database';
import { Clock } from '#platform/kernel';
import { ChangeRetention, numberAt } from '../retention.js';

/** The monthly partitions of changes. The last change of each Group that is too old to be listed stays: it tells which cursors are too old. */
@Injectable()
export class ChangePartitions extends MonthlyPartitions {
  constructor(database: Database, clock: Clock, retention: ChangeRetention) {
    const least = (moment: Date) => String(numberAt(moment));
    super(database, clock, retention.length, [{ table: 'changes', key: 'number', least, keepsLast: true }]);
  }
}
