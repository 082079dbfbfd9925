import { Injectable, Optional } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '#platform/observability';
import type { ProviderName } from '../domain/kinds.js';

const PREFIX = 'lost_and_found_provider';

/** Metrics of this process's calls to providers. */
@Injectable()
export class ProviderMetrics {
  private readonly calls?: Counter<'provider' | 'outcome'>;
  private readonly durations?: Histogram<'provider'>;

  constructor(@Optional() metrics?: Metrics) {
    if (!metrics) return;
    const registers = [metrics.registry];
    this.calls = new Counter({
      name: `${PREFIX}_calls_total`,
      help: 'Calls to providers by outcome: ok, refused (the provider said no to what was asked), failed.',
      labelNames: ['provider', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: `${PREFIX}_call_duration_seconds`,
      help: 'Time of a call to a provider, with its repetitions.',
      labelNames: ['provider'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
  }

  called(provider: ProviderName, outcome: 'ok' | 'refused' | 'failed', milliseconds: number): void {
    this.calls?.inc({ provider, outcome });
    this.durations?.observe({ provider }, milliseconds / 1000);
  }
}
