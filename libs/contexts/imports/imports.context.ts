import { SEALED_IMPORT_KEYS } from './file/import-file.js';
import { importsApi } from './http/imports.api.js';
import { ImportEntity, ImportRefusalEntity, ImportRowEntity } from './import.entities.js';
import { ImportsModule } from './imports.module.js';
import { importMigrations } from './migrations/index.js';

/** What the service puts together of this context. */
export const importsContext = {
  module: ImportsModule,
  api: importsApi,
  entities: [ImportEntity, ImportRowEntity, ImportRefusalEntity],
  sealed: [SEALED_IMPORT_KEYS],
  migrations: importMigrations,
};
