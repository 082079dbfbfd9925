import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditSettings } from '#contexts/audit';
import { ChangeRetention } from '#contexts/changes';
import { ConnectionSettings } from '#contexts/connections';
import { Cell, GroupLimits, NUMBERED_KINDS, requireCell } from '#contexts/groups';
import { AccountLinks, GuestLinks } from '#contexts/links';
import { SsoSettings } from '#contexts/sign-in';
import { type Configuration, ConfigurationError, secretKeysOf } from '#platform/configuration';
import { CopiesModule } from '#platform/copies';
import { Database, DatabaseModule, type DatabaseOptions } from '#platform/database';
import { EventStoreModule } from '#platform/event-store';
import { ContextApisModule } from '#platform/http';
import { Images, makeAddressesWith } from '#platform/images';
import { Clock } from '#platform/kernel';
import { CallLimits } from '#platform/limits';
import { QueueModule } from '#platform/queue';
import { KeyedHashes, Keyring, KeysModule } from '#platform/secrets';
import { FolderStorage, S3Storage, Storage } from '#platform/storage';
import { APIS, ENTITIES, MODULES, NUMBERED, SEALED, streams } from './contexts.js';
import { outsideTransactions } from './outside-transactions.js';

/** The process's settings for the contexts. */
export interface ServiceOptions {
  databaseUrl: string;
  /** For what needs a session of its own, the queue on PostgreSQL; `databaseUrl` by default. */
  directDatabaseUrl?: string;
  /** How the database is used; as calls need it by default. */
  database?: Pick<DatabaseOptions, 'readUrl' | 'poolSize' | 'limits' | 'preparedStatements'>;
  /** Redis for the queue; null to use PostgreSQL. */
  redisUrl: string | null;
  /** 32 bytes that encrypt the keys of personal data. */
  secretKey: Buffer;
  /** The key before it, while one takes the place of the other. */
  previousKey?: Buffer | null;
  clock: Clock;
  /** The number of this installation among those that Groups may move between; 0 when absent. */
  cell?: number;
  /** The service's URL for guests and owners. */
  publicUrl?: string;
  /** None when absent. */
  limits?: CallLimits;
  /** The defaults when absent. */
  groupLimits?: GroupLimits;
  /** None when absent. */
  sso?: SsoSettings;
  /** Milliseconds that the first message about a find waits for other finds of its owner; 0 when absent. */
  findsTogether?: number;
  /** Milliseconds that changes are listed for; 400 days when absent. */
  changesRetention?: number;
  /** How long the audit is kept, in milliseconds, 1100 days when absent; and whether it is written to the log too. */
  audit?: { retention?: number; log?: boolean };
  /** How other systems are called and read; nothing replaced, and read as by default, when absent. */
  connections?: ConnectionSettings;
  /** Storage of uploaded images; a temporary folder if absent. */
  storage?: Storage;
}

/**
 * The options from the environment.
 * @throws ConfigurationError when DATABASE_URL is not set: only the launcher starts a database
 */
export function serviceOptions(configuration: Configuration): ServiceOptions {
  const { databaseUrl, redisUrl, clockOffset, rateLimit, loginRateLimit } = configuration;
  if (databaseUrl === null) {
    throw new ConfigurationError('DATABASE_URL: is required by this process; only npm start has an embedded database');
  }
  return {
    databaseUrl,
    ...(configuration.directDatabaseUrl !== null && { directDatabaseUrl: configuration.directDatabaseUrl }),
    database: configuration.database,
    redisUrl,
    ...secretKeysOf(configuration),
    clock: new Clock(clockOffset),
    cell: configuration.cell,
    publicUrl: configuration.publicUrl,
    findsTogether: configuration.messages.findsTogether,
    changesRetention: configuration.changesRetention,
    audit: configuration.audit,
    connections: new ConnectionSettings({ ...configuration.connections, publicUrl: configuration.publicUrl }),
    limits: new CallLimits(rateLimit, loginRateLimit),
    groupLimits: new GroupLimits(configuration.groupLimits),
    sso: new SsoSettings(configuration.sso, configuration.publicUrl),
    storage: configuration.s3 ? new S3Storage(configuration.s3) : new FolderStorage(join(configuration.dataDir, 'images')),
  };
}

@Global()
@Module({})
class OptionsModule {
  static of({
    clock,
    cell,
    publicUrl = '',
    limits,
    groupLimits,
    sso,
    storage,
    changesRetention,
    audit = {},
    connections,
  }: ServiceOptions): DynamicModule {
    const providers = [
      { provide: Clock, useValue: clock },
      {
        provide: Cell,
        inject: [Database],
        useFactory: async (database: Database) => {
          await database.withConnection((client) => requireCell(async (text) => (await client.query(text)).rows, cell ?? 0));
          return new Cell(cell);
        },
      },
      { provide: NUMBERED_KINDS, useValue: NUMBERED },
      { provide: CallLimits, useValue: limits ?? new CallLimits(0, 0) },
      { provide: ChangeRetention, useValue: new ChangeRetention(clock, changesRetention) },
      { provide: AuditSettings, useValue: new AuditSettings(clock, audit.retention, audit.log) },
      { provide: ConnectionSettings, useValue: connections ?? new ConnectionSettings({ publicUrl }) },
      { provide: GroupLimits, useValue: groupLimits ?? new GroupLimits() },
      {
        provide: GuestLinks,
        inject: [Keyring],
        useFactory: (keyring: Keyring) => new GuestLinks(keyring, publicUrl, clock),
      },
      {
        provide: AccountLinks,
        inject: [Keyring],
        useFactory: (keyring: Keyring) => new AccountLinks(keyring, publicUrl, clock),
      },
      { provide: KeyedHashes, inject: [Keyring], useFactory: (keyring: Keyring) => new KeyedHashes(keyring) },
      { provide: SsoSettings, useValue: sso ?? new SsoSettings(null, '') },
      {
        provide: Storage,
        inject: [Database],
        useFactory: (database: Database) =>
          outsideTransactions(storage ?? new FolderStorage(join(tmpdir(), 'lost-and-found-images')), database),
      },
      {
        provide: Images,
        inject: [Storage, Database, Keyring],
        useFactory: (files: Storage, database: Database, keyring: Keyring) => {
          makeAddressesWith(keyring, clock);
          return new Images(files, database, publicUrl);
        },
      },
    ];
    return { module: OptionsModule, providers, exports: providers };
  }
}

/** All contexts, wired to one database and event store; the same in every process. */
@Module({})
export class ServiceModule {
  static forRoot(options: ServiceOptions): DynamicModule {
    const { databaseUrl, directDatabaseUrl = databaseUrl, database, redisUrl, secretKey, previousKey } = options;
    return {
      module: ServiceModule,
      imports: [
        CqrsModule.forRoot(),
        OptionsModule.of(options),
        DatabaseModule.forRoot({ url: databaseUrl, entities: ENTITIES, ...database }),
        KeysModule.forRoot(previousKey ? [secretKey, previousKey] : [secretKey], SEALED),
        CopiesModule,
        QueueModule.forRoot({ databaseUrl: directDatabaseUrl, redisUrl }),
        EventStoreModule.forRoot(streams(options.findsTogether)),
        ContextApisModule.forRoot(APIS),
        ...MODULES,
      ],
      exports: MODULES,
    };
  }
}
