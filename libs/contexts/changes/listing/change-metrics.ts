import { Injectable } from '@nestjs/common';
import { EventFeed } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { gauge, Metrics, measured } from '#platform/observability';

/** Metrics of the change feed. */
@Injectable()
export class ChangeMetrics {
  constructor({ registry }: Metrics, feed: EventFeed, clock: Clock) {
    // Behind an object, as null stands for no answer.
    const waiting = measured(async () => ({ since: await feed.waitingSince() }));
    const lag = (since: string | null) => (since === null ? 0 : Math.max(0, clock.now().getTime() - Date.parse(since)) / 1000);
    const setAside = {
      name: 'lost_and_found_changes_set_aside',
      help:
        'Events that could not be listed in the change feed: the log names their records. ' +
        'The next process that starts tries them again.',
    };
    gauge(registry, setAside, async () => [[{}, await feed.setAside()]]);
    const waited = {
      name: 'lost_and_found_changes_lag_seconds',
      help: 'How long the oldest commit has waited to be listed in the change feed; 0 if none waits.',
    };
    gauge(registry, waited, async () => {
      const found = await waiting();
      return found ? [[{}, lag(found.since)]] : [];
    });
  }
}
