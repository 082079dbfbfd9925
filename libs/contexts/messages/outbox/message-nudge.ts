import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Wakeups } from '#platform/queue';
import { MESSAGE_PROJECTIONS } from './messages.projections.js';

/** The wake-up that says: messages may be due. */
export const MESSAGES = 'messages';

/** Wakes the worker after a commit that wrote a message; what a crash keeps it from, the worker finds by itself. */
@Injectable()
export class MessageNudge {
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (MESSAGE_PROJECTIONS.some(({ name }) => wrote.has(name))) wakeups.nudge(MESSAGES);
    });
  }
}
