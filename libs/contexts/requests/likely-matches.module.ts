import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { LikelyMatches } from './read-model/likely-matches.js';
import { RequestsModule } from './requests.module.js';

/** How often the worker looks for records to compare, in milliseconds. */
const INTERVAL = 1_000;

/** Finds what guests probably lost among what was found, in the worker process only. */
@Module({ imports: [RequestsModule] })
export class LikelyMatchesModule {
  constructor(sweeps: Sweeps, matches: LikelyMatches) {
    // Runs again at once as long as anything is left.
    sweeps.every('likely-matches', INTERVAL, async () => (await matches.compare()) > 0);
  }
}
