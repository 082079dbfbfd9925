import { Inject, Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** The monthly partitions of deliveries and their attempts. */
@Injectable()
export class DeliveryPartitions {
  private readonly log = new Logger('Webhooks');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(WORKER_SETTINGS) private readonly settings: Pick<WorkerSettings, 'retention'>,
  ) {}

  /** Creates the partitions of this month and the next two, and drops those entirely older than the retention; logs a failure. */
  async turn(): Promise<void> {
    const now = serviceTime(this.clock);
    const { retention } = this.settings;
    // Not among others: dropping waits for a lock that all deliveries need.
    const turned = this.database.pipeline(
      statement(sql`select webhook_partitions_ahead(${now}, 2)`),
      statement(sql`select webhook_partitions_drop(${now} - ${retention}::float8 * interval '1 millisecond')`),
    );
    await turned.catch((problem) => this.log.error(problem));
  }
}
