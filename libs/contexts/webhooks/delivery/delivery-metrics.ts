import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics, measured } from '#platform/metrics';
import type { AttemptResult } from '../domain/attempt.js';
import { LANE_KINDS, type LaneKind } from '../domain/lane-name.js';
import { DueDeliveriesQuery } from './due-deliveries.js';
import { Lanes } from './lanes.js';

const PREFIX = 'lost_and_found_webhook';

/** Metrics of webhook delivery: attempts of this worker, and the backlog of all workers. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'kind' | 'outcome'>;
  private readonly durations: Histogram<'kind'>;

  constructor({ registry }: Metrics, backlog: DueDeliveriesQuery, lanes: Lanes) {
    const registers = [registry];
    this.attempts = new Counter({
      name: `${PREFIX}_attempts_total`,
      help: 'Delivery attempts of this worker by outcome: success or the error code.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: `${PREFIX}_attempt_duration_seconds`,
      help: 'Time from connecting to the end of the response.',
      labelNames: ['kind'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    });
    const gauge = (name: string, help: string, values: () => Promise<[LaneKind, number][]> | [LaneKind, number][]) =>
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
    const due = measured(() => backlog.read());
    const ofBacklog = (field: 'due' | 'oldest_seconds') => async (): Promise<[LaneKind, number][]> => {
      const rows = await due();
      return rows ? LANE_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.[field] ?? 0]) : [];
    };
    gauge('deliveries_due', 'Due deliveries of all workers; each endpoint is counted up to 10000.', ofBacklog('due'));
    gauge('oldest_due_seconds', 'How long the oldest due delivery has been due.', ofBacklog('oldest_seconds'));
    gauge('in_flight', 'Webhook calls of this worker in flight.', () =>
      lanes.activity().map(({ kind, inFlight }) => [kind, inFlight]),
    );
    gauge('endpoints_narrowed', 'Endpoints whose concurrency this worker has reduced because of timeouts.', () =>
      lanes.activity().map(({ kind, narrowed }) => [kind, narrowed]),
    );
  }

  attempted(kind: LaneKind, { error, durationMs }: AttemptResult): void {
    this.attempts.inc({ kind, outcome: error ?? 'success' });
    this.durations.observe({ kind }, durationMs / 1000);
  }
}
