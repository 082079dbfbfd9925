import { Module } from '@nestjs/common';
import { type DueRecords, TimedCommands } from '#platform/event-store';
import { Sweeps } from '#platform/queue';
import { expiringRequests } from './read-model/due-requests.queries.js';
import { requestStream } from './request.stream.js';

/** How often the worker looks for Requests that are due to expire, in milliseconds. */
const INTERVAL = 5_000;

/** Expires Requests when they are due, in the worker process only (decisions.md, section 6). */
@Module({})
export class RequestExpiryModule {
  constructor(sweeps: Sweeps, timed: TimedCommands) {
    const expiring = expireRequests(timed);
    sweeps.every('request-expiry', INTERVAL, (limit) => expiring.batch(limit));
  }
}

/** The Requests that are due to expire, each with its command. */
export function expireRequests(timed: TimedCommands): DueRecords {
  return timed.of(requestStream, expiringRequests, (at) => ({ type: 'ExpireRequest', at }) as const);
}
