import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { Guesses } from './guesses.js';
import { LimitsModule } from './limits.module.js';

/** How often counts that are over are looked for, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Deletes counts of guesses that are over; for the worker process only. */
@Module({ imports: [LimitsModule] })
export class GuessSweepModule {
  constructor(sweeps: Sweeps, guesses: Guesses) {
    sweeps.every('guesses', HOUR, (limit) => guesses.sweep(limit));
  }
}
