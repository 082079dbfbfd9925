import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { gauge, Metrics, measured } from '#platform/observability';
import type { AttemptResult } from '../attempts/attempt.js';
import type { MessageClosing } from '../attempts/what-follows.js';
import { MessageStore } from './message-store.js';

/** Metrics of messages: attempts of this worker, and what waits for any. */
@Injectable()
export class MessageMetrics {
  private readonly attempts: Counter<'channel' | 'outcome' | 'status'>;

  constructor({ registry }: Metrics, store: MessageStore) {
    this.attempts = new Counter({
      name: 'lost_and_found_message_attempts_total',
      help: 'Attempts of this worker to send a message by outcome, sent or what went wrong, and the status of the message after it.',
      labelNames: ['channel', 'outcome', 'status'],
      registers: [registry],
    });
    const read = measured(() => store.due());
    const ofDue = (name: string, help: string, field: 'due' | 'oldest_seconds') =>
      gauge(registry, { name, help }, async () => ((await read()) ?? []).map((row) => [{}, row[field]]));
    const counted = 'Messages that may be sent now, of all workers; each Location is counted up to 10000.';
    ofDue('lost_and_found_messages_due', counted, 'due');
    const aged = 'How long the oldest message has been due; Locations in their quiet hours or at their rate limit do not count.';
    ofDue('lost_and_found_message_oldest_due_seconds', aged, 'oldest_seconds');
    const readHeld = measured(() => store.held());
    const help = 'Messages that wait for a mail server or SMS gateway to be configured, of all workers; counted up to 10000.';
    gauge(registry, { name: 'lost_and_found_messages_held', help }, async () =>
      ((await readHeld()) ?? []).map(({ held }) => [{}, held]),
    );
  }

  attempted({ outcome, error }: AttemptResult, { channel, status }: Pick<MessageClosing, 'channel' | 'status'>): void {
    this.attempts.inc({ channel, outcome: error ?? outcome, status });
  }
}
