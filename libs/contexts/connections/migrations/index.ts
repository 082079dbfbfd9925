import { ConnectionTables } from './0001_connections.js';
import { LeasedConnectionWork } from './0002_leased_work.js';
import { ConnectionEndings } from './0003_endings.js';

/** In order of execution; a release may only append. */
export const connectionMigrations = {
  'connections/0001_connections': ConnectionTables,
  'connections/0002_leased_work': LeasedConnectionWork,
  'connections/0003_endings': ConnectionEndings,
};
