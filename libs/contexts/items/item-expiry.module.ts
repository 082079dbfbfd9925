import { Module } from '@nestjs/common';
import { type DueRecords, TimedCommands } from '#platform/event-store';
import { Sweeps } from '#platform/queue';
import { itemStream } from './item.stream.js';
import { expiringItems } from './read-model/due-items.queries.js';

/** How often the worker looks for items whose storage has ended, in milliseconds. */
const INTERVAL = 5_000;

/** Expires items when their storage ends, in the worker process only (decisions.md, section 6). */
@Module({})
export class ItemExpiryModule {
  constructor(sweeps: Sweeps, timed: TimedCommands) {
    const expiring = expireItems(timed);
    sweeps.every('item-expiry', INTERVAL, (limit) => expiring.batch(limit));
  }
}

/** The items that are due to expire, each with its command. */
export function expireItems(timed: TimedCommands): DueRecords {
  return timed.of(itemStream, expiringItems, (at) => ({ type: 'ExpireItem', at }) as const);
}
