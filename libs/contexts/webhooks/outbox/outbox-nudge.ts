import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Wakeups } from '#platform/queue';
import { DELIVERIES } from './wakeup.js';
import { wroteDeliveries } from './webhooks.projections.js';

/** Wakes the worker after a commit that wrote a delivery. If a crash prevents it, the worker finds the delivery by polling. */
@Injectable()
export class OutboxNudge {
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (wroteDeliveries(wrote)) wakeups.nudge(DELIVERIES);
    });
  }
}
