import { type EntityName, MikroORM, type Options } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';
import { PostgresNames } from './naming.js';

export interface DatabaseOptions {
  url: string;
  entities: EntityName[];
  /** The most connections this process may hold. */
  poolSize?: number;
}

/** The options of MikroORM for a database address; migrations and the running service use the same. */
export function ormOptions({ url, entities, poolSize = 20 }: DatabaseOptions): Options {
  return {
    entities,
    clientUrl: url,
    namingStrategy: PostgresNames,
    // `pipeline` lets a transaction travel in one round trip; the session uses UTC so that timestamps read the same everywhere.
    driverOptions: { pipeline: true, options: '-c timezone=UTC', application_name: 'lost-and-found' },
    pool: { min: 0, max: poolSize },
    discovery: { warnWhenNoEntities: false },
  };
}

/** MikroORM and the `Database` for every context. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(MikroORM) private readonly orm: MikroORM) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: MikroORM, useFactory: () => MikroORM.init(ormOptions(options)) },
        { provide: Database, useFactory: (orm: MikroORM) => Database.of(orm), inject: [MikroORM] },
      ],
      exports: [MikroORM, Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close();
  }
}
