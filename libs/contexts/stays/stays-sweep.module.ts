import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { StayRetention } from './stay-retention.js';
import { StaysModule } from './stays.module.js';

/** How often stays of long ago are looked for, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Erases stays 30 days after departure, and those that nobody reads any more, for the worker process only. */
@Module({ imports: [StaysModule] })
export class StaysSweepModule {
  constructor(sweeps: Sweeps, stays: StayRetention) {
    sweeps.every('ended-stays', HOUR, (limit) => stays.forget(limit));
    sweeps.every('unread-stays', HOUR, (limit) => stays.forgetUnread(limit));
  }
}
