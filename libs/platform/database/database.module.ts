import { type EntityName, MikroORM, type Options } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { addressOf, CALLS, clientClass, type Limits } from '#platform/postgres';
import { Database } from './database.js';
import { DatabaseMetrics } from './database-metrics.js';
import { PostgresNames } from './naming.js';
import { Replica } from './replica.js';

export interface DatabaseOptions {
  url: string;
  entities: EntityName[];
  /** Standbys that may answer listings and statistics; none by default. */
  readUrl?: string;
  /** The most connections this process may hold; 20 by default. */
  poolSize?: number;
  /** How long things may take; the limits for calls by default. */
  limits?: Limits;
  /** Whether statements are prepared by name; by default unless a pooler is in front. */
  preparedStatements?: boolean;
}

/**
 * The options of MikroORM for a database address; migrations and the running service use the same.
 * @throws Error when the address is wrong
 */
export function ormOptions({ url, entities, poolSize = 20, limits = CALLS, preparedStatements }: DatabaseOptions): Options {
  return {
    entities,
    // MikroORM would take neither `sslmode` nor several hosts of a URL: the clients know their address themselves.
    dbName: addressOf(url).database ?? 'postgres',
    // It would connect by a single way only; `Database.of` tries them all.
    ensureDatabase: false,
    namingStrategy: PostgresNames,
    driverOptions: {
      Client: clientClass(url, { limits, prepared: preparedStatements }),
      // Lets a transaction travel in one round trip.
      pipeline: true,
      connectionTimeoutMillis: limits.connect,
    },
    pool: { min: 0, max: poolSize },
    discovery: { warnWhenNoEntities: false },
  };
}

/** MikroORM and the `Database` for every context. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    private readonly database: Database,
  ) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [MetricsModule],
      providers: [
        // `MikroORM.init` also loads its migrator, with a second copy of itself: a quarter of the CPU of a start.
        { provide: MikroORM, useFactory: () => new MikroORM(ormOptions(options)) },
        { provide: Database, useFactory: (orm: MikroORM) => Database.of(orm, replicaOf(options)), inject: [MikroORM] },
        DatabaseMetrics,
      ],
      exports: [MikroORM, Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close();
    await Promise.all([this.database.connections.close(), this.database.replica?.close()]);
  }
}

function replicaOf({ readUrl, poolSize = 20, limits = CALLS, preparedStatements }: DatabaseOptions): Replica | null {
  if (readUrl === undefined) return null;
  return new Replica(readUrl, { poolSize, limits, prepared: preparedStatements });
}
