import { Inject, Injectable } from '@nestjs/common';
import { Database, MonthlyPartitions } from '#platform/database';
import { Clock } from '#platform/kernel';
import { firstIdOf } from '../domain/event-id.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** The monthly partitions of deliveries and their attempts. */
@Injectable()
export class DeliveryPartitions extends MonthlyPartitions {
  constructor(database: Database, clock: Clock, @Inject(WORKER_SETTINGS) { retention }: Pick<WorkerSettings, 'retention'>) {
    super(database, clock, retention, [
      { table: 'webhook_deliveries', key: 'id', least: firstIdOf },
      { table: 'webhook_attempts', key: 'delivery_id', least: firstIdOf },
    ]);
  }
}
