import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { gauge, Metrics, measured } from '#platform/observability';
import type { AttemptResult } from '../domain/attempt.js';
import { LANE_KINDS, type LaneKind } from '../domain/lane-name.js';
import { DeliveryStore } from './delivery-store.js';
import { Lanes } from './lanes.js';

const PREFIX = 'lost_and_found_webhook';

/** Metrics of webhook delivery: attempts of this worker, and the backlog of all workers. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'kind' | 'outcome'>;
  private readonly durations: Histogram<'kind'>;

  constructor({ registry }: Metrics, store: DeliveryStore, lanes: Lanes) {
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
    const byKind = (name: string, help: string, values: () => Promise<[LaneKind, number][]>) =>
      gauge(registry, { name: `${PREFIX}_${name}`, help, labels: ['kind'] }, async () =>
        (await values()).map(([kind, value]) => [{ kind }, value]),
      );
    const due = measured(() => store.due());
    const ofBacklog = (field: 'due' | 'oldest_seconds') => async (): Promise<[LaneKind, number][]> => {
      const rows = await due();
      return rows ? LANE_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.[field] ?? 0]) : [];
    };
    const ofLanes = (field: 'inFlight' | 'narrowed') => async (): Promise<[LaneKind, number][]> =>
      lanes.activity().map((activity) => [activity.kind, activity[field]]);
    byKind('deliveries_due', 'Due deliveries of all workers; each endpoint is counted up to 10000.', ofBacklog('due'));
    byKind('oldest_due_seconds', 'How long the oldest due delivery has been due.', ofBacklog('oldest_seconds'));
    byKind('in_flight', 'Webhook calls of this worker in flight.', ofLanes('inFlight'));
    byKind('endpoints_narrowed', 'Endpoints whose concurrency this worker has reduced because of timeouts.', ofLanes('narrowed'));
    const disabled = measured(() => store.disabled());
    const help = 'Endpoints that the service has disabled as they failed or were gone, until somebody enables them again.';
    gauge(registry, { name: `${PREFIX}_endpoints_disabled`, help }, async () =>
      ((await disabled()) ?? []).map((row) => [{}, row.disabled]),
    );
  }

  attempted(kind: LaneKind, { error, durationMs }: AttemptResult): void {
    this.attempts.inc({ kind, outcome: error ?? 'success' });
    this.durations.observe({ kind }, durationMs / 1000);
  }
}
