import { ConnectionsModule } from './connections.module.js';
import { connectionsApi } from './http/connections.api.js';
import { connectionMigrations } from './migrations/index.js';
import { ConnectionEntity, ConnectionWorkEntity, EnabledConnections } from './store/connection.entity.js';
import { SEALED_CONNECTIONS } from './store/connection-secrets.js';

/** This context, as the service takes it. */
export const connectionsContext = {
  module: ConnectionsModule,
  api: connectionsApi,
  entities: [ConnectionEntity, ConnectionWorkEntity, EnabledConnections],
  sealed: [SEALED_CONNECTIONS],
  migrations: connectionMigrations,
};
