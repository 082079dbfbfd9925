import { Module } from '@nestjs/common';
import { type DueRecords, TimedCommands } from '#platform/event-store';
import { Sweeps } from '#platform/queue';
import { itemStream } from './item.stream.js';
import { expiringItems, releasedItems } from './read-model/due-items.queries.js';

/** How often the worker looks for items after the end of their storage, in milliseconds. */
const INTERVAL = 5_000;
/** The same for holds that have ended: who waits for that looks at once. */
const HOLDS_INTERVAL = 2_000;

/** Ends holds, and expires items when their storage ends, in the worker process only (decisions.md, section 6). */
@Module({})
export class ItemExpiryModule {
  constructor(sweeps: Sweeps, timed: TimedCommands) {
    const released = releaseItems(timed);
    sweeps.every('item-holds', HOLDS_INTERVAL, (limit) => released.batch(limit));
    const expiring = expireItems(timed);
    sweeps.every('item-expiry', INTERVAL, (limit) => expiring.batch(limit));
  }
}

/** The items that are due to expire, each with its command. */
export function expireItems(timed: TimedCommands): DueRecords {
  return timed.of(itemStream, expiringItems, (at) => ({ type: 'ExpireItem', at }) as const);
}

/** The items with a hold that has ended, each with its command. */
export function releaseItems(timed: TimedCommands): DueRecords {
  return timed.of(itemStream, releasedItems, (at) => ({ type: 'EndHoldInTime', at }) as const);
}
