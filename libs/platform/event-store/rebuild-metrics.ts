import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';
import { gauge, Metrics, measured } from '#platform/observability';

/** Metrics of rebuilds that were begun and have not ended. */
@Injectable()
export class RebuildMetrics {
  constructor({ registry }: Metrics, database: Database) {
    const query = statement(sql<{ projection: string; events: number; idle_seconds: number }>`
      select projection, events, extract(epoch from now() - noted_at)::float8 as idle_seconds from rebuilds`);
    const unfinished = measured(() => database.query(query));
    const ofEach = (name: string, help: string, field: 'events' | 'idle_seconds') =>
      gauge(registry, { name: `lost_and_found_rebuild_${name}`, help, labels: ['projection'] }, async () =>
        ((await unfinished()) ?? []).map((row) => [{ projection: row.projection }, row[field]]),
      );
    ofEach('events', 'Events that a rebuild under way, or interrupted, has replayed.', 'events');
    ofEach('idle_seconds', 'How long a rebuild that has not ended has made no progress.', 'idle_seconds');
  }
}
