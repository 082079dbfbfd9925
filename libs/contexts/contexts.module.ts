import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { type Configuration, ConfigurationError, secretKeyOf } from '#configuration';
import { DatabaseModule } from '#database';
import { EventStoreModule } from '#event-store';
import { Clock } from '#kernel';
import { QueueModule } from '#queue';
import { ENTITIES, MODULES, PROJECTIONS } from './contexts.js';

/** What the contexts need of their process. */
export interface Surroundings {
  databaseUrl: string;
  /** Where the queue is; null for the database. */
  redisUrl: string | null;
  /** 32 bytes that seal the keys of personal data. */
  secretKey: Buffer;
  clock: Clock;
}

/**
 * The surroundings that the environment describes.
 * @throws ConfigurationError when no database is named: only the launcher brings one
 */
export function surroundingsOf(configuration: Configuration): Surroundings {
  const { databaseUrl, redisUrl, clockOffset } = configuration;
  if (databaseUrl === null) {
    throw new ConfigurationError('DATABASE_URL: is needed by this process; only npm start brings a database of its own');
  }
  return { databaseUrl, redisUrl, secretKey: secretKeyOf(configuration), clock: new Clock(clockOffset) };
}

@Global()
@Module({})
class ClockModule {
  static of(clock: Clock): DynamicModule {
    return { module: ClockModule, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}

/** All contexts, wired to the same database and event store in every process. */
@Module({})
export class ContextsModule {
  static forRoot({ databaseUrl, redisUrl, secretKey, clock }: Surroundings): DynamicModule {
    return {
      module: ContextsModule,
      imports: [
        CqrsModule.forRoot(),
        ClockModule.of(clock),
        DatabaseModule.forRoot({ url: databaseUrl, entities: ENTITIES }),
        QueueModule.forRoot({ databaseUrl, redisUrl }),
        EventStoreModule.forRoot(PROJECTIONS, secretKey),
        ...MODULES,
      ],
      exports: MODULES,
    };
  }
}
