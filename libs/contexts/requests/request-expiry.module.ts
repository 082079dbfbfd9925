import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { ExpireDueRequests } from './commands/expire-due-requests.js';
import { RequestsModule } from './requests.module.js';

/** How often Requests are looked through for those whose days are over, in milliseconds. */
const INTERVAL = 5_000;

/** Ends Requests in time, for the worker process only. */
@Module({ imports: [RequestsModule] })
export class RequestExpiryModule {
  constructor(sweeps: Sweeps, due: ExpireDueRequests) {
    sweeps.every('request-expiry', INTERVAL, (limit) => due.batch(limit));
  }
}
