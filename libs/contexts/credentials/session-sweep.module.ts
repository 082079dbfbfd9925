import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { CredentialsModule } from './credentials.module.js';
import { Sessions } from './sessions.js';

/** How often ended sessions are looked for, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Deletes the ended sessions of users who don't sign in again, for the worker process only. */
@Module({ imports: [CredentialsModule] })
export class SessionSweepModule {
  constructor(sweeps: Sweeps, sessions: Sessions) {
    sweeps.every('ended-sessions', HOUR, (limit) => sessions.forget(limit));
  }
}
