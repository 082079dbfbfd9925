export { SEALED_IMPORT_KEYS } from './file/import-file.js';
export { importsApi } from './http/imports.api.js';
export { ImportEntity, ImportRefusalEntity, ImportRowEntity } from './import.entities.js';
export { ImportWorkModule } from './import-work.module.js';
export { ImportsModule } from './imports.module.js';
export { importMigrations } from './migrations/index.js';
