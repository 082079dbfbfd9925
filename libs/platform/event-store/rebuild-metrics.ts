import { Injectable } from '@nestjs/common';
import { gauge, Metrics, measured } from '#platform/observability';
import { Rebuilder } from './rebuilder.js';

/** Metrics of rebuilds that were begun and have not ended. */
@Injectable()
export class RebuildMetrics {
  constructor({ registry }: Metrics, rebuilder: Rebuilder) {
    const unfinished = measured(() => rebuilder.unfinished());
    const ofEach = (name: string, help: string, field: 'events' | 'idle_seconds') =>
      gauge(registry, { name: `lost_and_found_rebuild_${name}`, help, labels: ['projection'] }, async () =>
        ((await unfinished()) ?? []).map((row) => [{ projection: row.projection }, row[field]]),
      );
    ofEach('events', 'Events that a rebuild under way, or interrupted, has replayed.', 'events');
    ofEach('idle_seconds', 'How long a rebuild that has not ended has made no progress.', 'idle_seconds');
  }
}
