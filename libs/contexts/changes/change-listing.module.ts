import { Module } from '@nestjs/common';
import { MetricsModule } from '#platform/metrics';
import { Sweeps } from '#platform/queue';
import { ChangesModule } from './changes.module.js';
import { ChangeListing } from './listing/change-listing.js';
import { ChangeMetrics } from './listing/change-metrics.js';

/** How often the worker lists what nobody has read, in milliseconds. */
const INTERVAL = 2_000;

/** Lists changes in the worker process: without readers too, and what was committed before the listing existed. */
@Module({ imports: [ChangesModule, MetricsModule], providers: [ChangeMetrics] })
export class ChangeListingModule {
  constructor(sweeps: Sweeps, listing: ChangeListing) {
    sweeps.every('changes', INTERVAL, async (limit) => ((await listing.round()) ? limit : 0));
  }
}
