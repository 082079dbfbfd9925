import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Secrets } from '#platform/secrets';
import { EventLog } from './event-log.js';
import { EventStore, PROJECTIONS } from './event-store.js';
import { PersonalData } from './personal-data.js';
import type { AnyProjection } from './projection.js';
import { Rebuilder } from './rebuilder.js';

/** The event store for every context, with the projections of all of them. */
@Global()
@Module({})
export class EventStoreModule {
  /** @param secretKey 32 bytes that seal the keys of personal data */
  static forRoot(projections: readonly AnyProjection[], secretKey: Buffer): DynamicModule {
    return {
      module: EventStoreModule,
      providers: [
        { provide: PROJECTIONS, useValue: projections },
        { provide: Secrets, useValue: new Secrets(secretKey) },
        PersonalData,
        EventLog,
        EventStore,
        Rebuilder,
      ],
      exports: [EventStore, EventLog, Rebuilder, Secrets],
    };
  }
}
