import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Secrets } from '#platform/secrets';
import { EventLog } from './event-log.js';
import { EventStore } from './event-store.js';
import { PersonalData } from './personal-data.js';
import { Rebuilder } from './rebuilder.js';
import { Streams } from './streams.js';
import { TimedCommands } from './timed-commands.js';

/** The event store for every context, with the streams of all of them. */
@Global()
@Module({})
export class EventStoreModule {
  /** @param secretKey 32 bytes that encrypt the keys of personal data */
  static forRoot(streams: Streams, secretKey: Buffer): DynamicModule {
    return {
      module: EventStoreModule,
      providers: [
        { provide: Streams, useValue: streams },
        { provide: Secrets, useValue: new Secrets(secretKey) },
        PersonalData,
        EventLog,
        EventStore,
        Rebuilder,
        TimedCommands,
      ],
      exports: [EventStore, EventLog, Rebuilder, TimedCommands, Secrets],
    };
  }
}
