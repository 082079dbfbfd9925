import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { Stays } from './stays.js';
import { StaysModule } from './stays.module.js';

/** How often stays of long ago are looked for, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Erases stays 30 days after departure, for the worker process only. */
@Module({ imports: [StaysModule] })
export class StaysSweepModule {
  constructor(sweeps: Sweeps, stays: Stays) {
    sweeps.every('ended-stays', HOUR, (limit) => stays.forget(limit));
  }
}
