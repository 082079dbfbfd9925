export { backup, rememberBackup, restore, verify } from './backup/index.js';
export { APIS, ENTITIES, SEALED, streams } from './contexts.js';
export { type Demo, makeDemo } from './demo.js';
export { EXTENSIONS, MIGRATIONS, migrate, migrationsOf, untilMigrated } from './migrate.js';
export { knownOf, type PartName, partsIn, partsOf, tellParts } from './parts/index.js';
export { registerChecks } from './readiness.js';
export { ServiceModule, type ServiceOptions, serviceOptions } from './service.module.js';
