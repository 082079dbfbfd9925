import { Injectable } from '@nestjs/common';
import { gauge, Metrics, measured } from '#platform/observability';
import { ImportStore } from './import-store.js';

/** Metrics of imports, of all workers. */
@Injectable()
export class ImportMetrics {
  constructor({ registry }: Metrics, store: ImportStore) {
    const unfinished = measured(() => store.unfinished());
    const counted = {
      name: 'lost_and_found_imports_unfinished',
      help: 'Imports that have not ended, by status: queued or running.',
      labels: ['status'],
    };
    gauge(registry, counted, async () => ((await unfinished()) ?? []).map(({ status, count }) => [{ status }, count]));
    const idle = {
      name: 'lost_and_found_import_idle_seconds',
      help: 'How long no worker has gone on with the import that has waited longest, of those whose turn it is in their Group.',
    };
    gauge(registry, idle, async () => ((await unfinished()) ?? []).slice(0, 1).map(({ idle_seconds }) => [{}, idle_seconds]));
  }
}
