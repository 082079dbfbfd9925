import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Wakeups } from '#platform/queue';
import { wroteDeliveries } from './webhooks.projections.js';

/** The wake-up topic: deliveries may be due. */
export const DELIVERIES = 'deliveries';

/** Wakes the worker after a commit that wrote a delivery. If a crash prevents it, the worker finds the delivery by polling. */
@Injectable()
export class OutboxNudge {
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (wroteDeliveries(wrote)) wakeups.nudge(DELIVERIES);
    });
  }
}
