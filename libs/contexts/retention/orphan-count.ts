import { Injectable } from '@nestjs/common';
import { gauge, Metrics } from '#platform/observability';
import { type Orphan, Orphans } from './orphans.js';

/** Counts files that no record refers to, in the worker process only. An operator removes them: another service may share the storage. */
@Injectable()
export class OrphanCount {
  private walk: AsyncGenerator<Orphan[]> | null = null;
  private counting = { image: 0, import: 0 };
  private counted: { image: number; import: number } | null = null;

  constructor(
    private readonly orphans: Orphans,
    { registry }: Metrics,
  ) {
    const metric = {
      name: 'lost_and_found_orphaned_files',
      help: 'Stored files older than a day that no record refers to, when this worker last counted them, by kind: image or import.',
      labels: ['kind'],
    };
    gauge(registry, metric, async () => Object.entries(this.counted ?? {}).map(([kind, count]) => [{ kind }, count]));
  }

  /** Looks through one more page of files. @returns `limit` until all have been counted */
  async batch(limit: number): Promise<number> {
    if (!this.walk) this.counting = { image: 0, import: 0 };
    const walk = this.walk ?? this.orphans.pages();
    // An error ends the walk: the next begins at the first file.
    this.walk = null;
    const { value, done } = await walk.next();
    if (done) {
      this.counted = this.counting;
      return 0;
    }
    for (const { kind } of value as Orphan[]) this.counting[kind]++;
    this.walk = walk;
    return limit;
  }
}
