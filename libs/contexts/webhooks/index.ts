export { WebhookDispatch } from './commands/webhook-dispatch.js';
export { WebhookDeliveryModule } from './delivery/delivery.module.js';
export type { DeliverySettings } from './delivery/settings.js';
export { addEndpointEvents } from './domain/endpoint-events.js';
export { writeDeliveries } from './outbox/outbox.js';
export { webhookSubscriptions } from './outbox/webhooks.projections.js';
export { DISABLED_ENDPOINTS } from './read-model/disabled-endpoints.js';
export { WebhookDeliveryEntity } from './read-model/webhook.entities.js';
export { webhooksContext } from './webhooks.context.js';
