import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { ChangesModule } from './changes.module.js';
import { ChangeListing } from './listing/change-listing.js';

/** How often the worker lists what nobody has read, in milliseconds. */
const INTERVAL = 2_000;

/** Lists changes in the worker process: without readers too, and what was committed before the listing existed. */
@Module({ imports: [ChangesModule] })
export class ChangeListingModule {
  constructor(sweeps: Sweeps, listing: ChangeListing) {
    sweeps.every('changes', INTERVAL, async (limit) => ((await listing.round()) ? limit : 0));
  }
}
