import { Module } from '@nestjs/common';
import { ProviderMetrics } from './calls/provider-metrics.js';
import { CarrierChoiceModule } from './carrier-choice.module.js';
import { ProviderEvents } from './events/provider-events.js';
import { ConnectionsController } from './http/connections.controller.js';
import { ProviderEventsController } from './http/provider-events.controller.js';
import { ProviderCalls } from './opened/provider-calls.js';
import { Providers } from './opened/providers.js';
import { ConnectionHealth } from './store/connection-health.js';
import { SealedConnections } from './store/connection-secrets.js';
import { ConnectionStore } from './store/connection-store.js';
import { ConnectionUsers } from './store/connection-users.js';
import { ConnectionWork } from './store/connection-work.js';
import { DroppedCarriers } from './store/dropped-carriers.js';
import { EndingConnections } from './store/ending-connections.js';
import { OpenConnections } from './store/open-connections.js';
import { ReadingOutcomes } from './store/reading-outcomes.js';
import { ConnectionReaders } from './work/connection-readers.js';

@Module({
  imports: [CarrierChoiceModule],
  controllers: [ConnectionsController, ProviderEventsController],
  providers: [
    ConnectionStore,
    ConnectionUsers,
    DroppedCarriers,
    EndingConnections,
    OpenConnections,
    ReadingOutcomes,
    SealedConnections,
    ConnectionHealth,
    ProviderMetrics,
    ProviderCalls,
    Providers,
    ProviderEvents,
    ConnectionWork,
    ConnectionReaders,
  ],
  exports: [OpenConnections, ConnectionUsers, Providers, ProviderEvents, ConnectionReaders, ReadingOutcomes],
})
export class ConnectionsModule {}
