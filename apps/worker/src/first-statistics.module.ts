import { Module } from '@nestjs/common';
import { collectFirstStatistics, Database } from '#platform/database';
import { Sweeps } from '#platform/queue';

/** How often tables without statistics are looked for, in milliseconds. */
const INTERVAL = 5_000;

/** Gives PostgreSQL the statistics that it needs to plan well in the first minutes of an installation. */
@Module({})
export class FirstStatisticsModule {
  constructor(sweeps: Sweeps, database: Database) {
    sweeps.every('first-statistics', INTERVAL, (limit) => collectFirstStatistics(database, limit));
  }
}
