import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Wakeups } from '#platform/queue';
import { messageProjections } from './messages.projections.js';

/** The wake-up topic: messages may be due. */
export const MESSAGES = 'messages';

const NAMES = messageProjections(0).map(({ name }) => name);

/** Wakes the worker after a commit that wrote a message. If a crash prevents it, the worker finds the message by polling. */
@Injectable()
export class MessageNudge {
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (NAMES.some((name) => wrote.has(name))) wakeups.nudge(MESSAGES);
    });
  }
}
