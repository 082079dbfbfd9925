import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { gauge, Metrics, measured } from '#platform/observability';
import type { AttemptResult } from './attempt.js';
import { type MessageClosing, MessageStore } from './message-store.js';

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
    const due = measured(() => store.due());
    gauge(
      registry,
      {
        name: 'lost_and_found_messages_due',
        help: 'Messages that may be sent now, of all workers; each Location is counted up to 10000.',
      },
      async () => ((await due()) ?? []).map((row) => [{}, row.due]),
    );
    gauge(
      registry,
      {
        name: 'lost_and_found_message_oldest_due_seconds',
        help: 'How long the oldest message has been due; Locations in their quiet hours or at their rate limit do not count.',
      },
      async () => ((await due()) ?? []).map((row) => [{}, row.oldest_seconds]),
    );
  }

  attempted({ outcome, error }: AttemptResult, { channel, status }: Pick<MessageClosing, 'channel' | 'status'>): void {
    this.attempts.inc({ channel, outcome: error ?? outcome, status });
  }
}
