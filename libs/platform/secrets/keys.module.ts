import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '#platform/database';
import { KeyRotation } from './key-rotation.js';
import { KeyWatch } from './key-watch.js';
import { Keyring } from './keyring.js';
import type { SealedColumn } from './sealed-values.js';
import { SEALED_COLUMNS, ServiceKeys } from './service-keys.js';

/** The keys of the service, checked before anything uses them. */
@Global()
@Module({})
export class KeysModule {
  /**
   * @param keys 32 bytes each: SECRET_KEY, then the one before it while they change
   * @param columns every column with sealed values
   */
  static forRoot(keys: readonly [Buffer, ...Buffer[]], columns: readonly SealedColumn[]): DynamicModule {
    return {
      module: KeysModule,
      providers: [
        { provide: SEALED_COLUMNS, useValue: columns },
        {
          provide: Keyring,
          inject: [Database],
          useFactory: async (database: Database) => {
            const keyring = new Keyring(...keys);
            await new ServiceKeys(database, keyring, columns).check();
            return keyring;
          },
        },
        ServiceKeys,
        KeyWatch,
        KeyRotation,
      ],
      exports: [Keyring, KeyRotation, ServiceKeys],
    };
  }
}
