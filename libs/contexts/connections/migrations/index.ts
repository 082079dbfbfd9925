import { ConnectionTables } from './0001_connections.js';

/** In order of execution; a release may only append. */
export const connectionMigrations = {
  'connections/0001_connections': ConnectionTables,
};
