import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '#platform/metrics';
import type { AttemptResult } from '../domain/attempt.js';
import { KINDS, type Kind } from '../domain/kinds.js';
import { DueDeliveriesQuery } from './due-deliveries.js';
import { Lanes } from './lanes.js';

const PREFIX = 'lost_and_found_webhook';

/** The delivery of webhooks in numbers: attempts of this worker, and the backlog of all. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'kind' | 'outcome'>;
  private readonly durations: Histogram<'kind'>;

  constructor({ registry }: Metrics, backlog: DueDeliveriesQuery, lanes: Lanes) {
    const registers = [registry];
    this.attempts = new Counter({
      name: `${PREFIX}_attempts_total`,
      help: 'Attempts of this worker by outcome: success, or why it failed.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: `${PREFIX}_attempt_duration_seconds`,
      help: 'From connecting to the end of the answer.',
      labelNames: ['kind'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    });
    const gauge = (name: string, help: string, values: () => Promise<[Kind, number][]> | [Kind, number][]) =>
      new Gauge({
        name: `${PREFIX}_${name}`,
        help,
        labelNames: ['kind'],
        registers,
        async collect() {
          this.reset();
          for (const [kind, value] of await values()) this.set({ kind }, value);
        },
      });
    const ofBacklog = (field: 'due' | 'oldest_seconds') => async (): Promise<[Kind, number][]> => {
      // Without the database the other numbers are still worth showing.
      const rows = await backlog.read().catch(() => null);
      return rows ? KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.[field] ?? 0]) : [];
    };
    gauge(
      'deliveries_due',
      'Deliveries that wait and may be sent now, of all workers; up to 10000 of each endpoint.',
      ofBacklog('due'),
    );
    gauge('oldest_due_seconds', 'For how long the oldest of them has been due.', ofBacklog('oldest_seconds'));
    gauge('in_flight', 'Calls of this worker that are on their way.', () =>
      lanes.activity().map(({ kind, inFlight }) => [kind, inFlight]),
    );
    gauge('endpoints_narrowed', 'Endpoints that get fewer calls at a time from this worker because they hang.', () =>
      lanes.activity().map(({ kind, narrowed }) => [kind, narrowed]),
    );
  }

  attempted(kind: Kind, { error, durationMs }: AttemptResult): void {
    this.attempts.inc({ kind, outcome: error ?? 'success' });
    this.durations.observe({ kind }, durationMs / 1000);
  }
}
