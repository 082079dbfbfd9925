import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { EventStore } from '#platform/event-store';
import { Wakeups } from '#platform/queue';
import { WebhookDispatch } from './commands/webhook-dispatch.js';
import { EventEndpoints } from './configuration/event-endpoints.js';
import { UserParts } from './configuration/user-parts.js';
import { WebhookConfigurations } from './configuration/webhook-configurations.js';
import { Redeliveries } from './delivery/redeliveries.js';
import { WebhookEndpointsController } from './http/webhook-endpoints.controller.js';
import { WebhookManagementController } from './http/webhook-management.controller.js';
import { WebhookMonitoringController } from './http/webhook-monitoring.controller.js';
import { DELIVERIES, wroteDeliveries } from './outbox/webhooks.projections.js';
import { WebhookEventQueries } from './read-model/webhook-event.queries.js';
import { WebhookHealthQueries } from './read-model/webhook-health.queries.js';

@Module({
  imports: [LocationsModule],
  controllers: [WebhookMonitoringController, WebhookManagementController, WebhookEndpointsController],
  providers: [
    UserParts,
    WebhookConfigurations,
    EventEndpoints,
    WebhookDispatch,
    Redeliveries,
    WebhookEventQueries,
    WebhookHealthQueries,
  ],
})
export class WebhooksModule {
  /** Wakes the worker after a commit that wrote a delivery. If a crash prevents it, the worker finds the delivery by polling. */
  constructor(store: EventStore, wakeups: Wakeups) {
    store.onCommitted(({ wrote }) => {
      if (wroteDeliveries(wrote)) wakeups.nudge(DELIVERIES);
    });
  }
}
