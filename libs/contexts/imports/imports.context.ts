import { SEALED_IMPORT_KEYS } from './file/import-file.js';
import { importsApi } from './http/imports.api.js';
import { ImportAddressEntity, ImportEntity, ImportRefusalEntity, ImportRowEntity } from './import.entities.js';
import { ImportsModule } from './imports.module.js';
import { importMigrations } from './migrations/index.js';
import { SEALED_REFUSED_CELLS } from './work/refused-cells.js';

/** This context, as the service takes it. */
export const importsContext = {
  module: ImportsModule,
  api: importsApi,
  entities: [ImportEntity, ImportRowEntity, ImportAddressEntity, ImportRefusalEntity],
  sealed: [SEALED_IMPORT_KEYS, SEALED_REFUSED_CELLS],
  migrations: importMigrations,
};
