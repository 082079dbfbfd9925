export { backup, rememberBackup, restore, verify } from './backup/index.js';
export { APIS, ENTITIES, SEALED, streams } from './contexts.js';
export { type Demo, makeDemo } from './demo.js';
export { EXTENSIONS, MIGRATIONS, migrate, migrationsOf, UNICODE, untilMigrated } from './migrate.js';
export { answersAsService, concernsIn, knownOf, partsIn, partsOf, roomIn, tellParts, waysOut } from './parts/index.js';
export { registerChecks } from './readiness.js';
export { ServiceModule, type ServiceOptions, serviceOptions } from './service.module.js';
