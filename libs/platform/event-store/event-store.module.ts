import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { AttachedStatements } from './attached-statements.js';
import { EventLog } from './event-log.js';
import { EventStore } from './event-store.js';
import { EventFeed } from './feed/event-feed.js';
import { Histories } from './histories.js';
import { PersonalData } from './personal-data.js';
import { RebuildMetrics } from './rebuild-metrics.js';
import { Rebuilder } from './rebuilder.js';
import { Streams } from './streams.js';
import { TimedCommands } from './timed-commands.js';

/** The event store for every context, with the streams of all of them. */
@Global()
@Module({})
export class EventStoreModule {
  static forRoot(streams: Streams): DynamicModule {
    return {
      module: EventStoreModule,
      imports: [MetricsModule],
      providers: [
        { provide: Streams, useValue: streams },
        PersonalData,
        AttachedStatements,
        EventLog,
        Histories,
        EventStore,
        EventFeed,
        Rebuilder,
        RebuildMetrics,
        TimedCommands,
      ],
      exports: [AttachedStatements, EventStore, EventLog, Histories, EventFeed, Rebuilder, TimedCommands],
    };
  }
}
