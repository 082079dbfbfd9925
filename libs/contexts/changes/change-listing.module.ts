import { Module } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { Sweeps } from '#platform/queue';
import { ChangesModule } from './changes.module.js';
import { ChangeListing } from './listing/change-listing.js';
import { ChangeMetrics } from './listing/change-metrics.js';
import { ChangePartitions } from './listing/change-partitions.js';

/** How often the worker lists what nobody has read, in milliseconds. */
const INTERVAL = 2_000;

/** How often months are added and dropped, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Lists changes in the worker process, even without readers and from before the listing existed, and drops those of long ago. */
@Module({ imports: [ChangesModule, MetricsModule], providers: [ChangeMetrics, ChangePartitions] })
export class ChangeListingModule {
  constructor(sweeps: Sweeps, listing: ChangeListing, partitions: ChangePartitions) {
    sweeps.every('changes', INTERVAL, async () => (await listing.round()) ?? false);
    sweeps.every('change-partitions', HOUR, () => partitions.turn());
  }
}
