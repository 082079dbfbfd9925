import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { ExpireDueItems } from './commands/expire-due-items.js';
import { ItemsModule } from './items.module.js';

/** How often items are looked through for ended storage, in milliseconds. */
const INTERVAL = 5_000;

/** Ends the storage of items in time, for the worker process only. */
@Module({ imports: [ItemsModule] })
export class ItemExpiryModule {
  constructor(sweeps: Sweeps, due: ExpireDueItems) {
    sweeps.every('item-expiry', INTERVAL, (limit) => due.batch(limit));
  }
}
