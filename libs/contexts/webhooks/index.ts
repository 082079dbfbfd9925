export { DropDeliveries } from './commands/drop-deliveries.js';
export { SEALED_USER_PARTS } from './configuration/user-parts.js';
export { WebhookDeliveryModule } from './delivery/delivery.module.js';
export type { DeliverySettings } from './delivery/settings.js';
export { addEndpointEvents } from './domain/endpoint-events.js';
export { webhooksApi } from './http/webhooks.api.js';
export { webhookMigrations } from './migrations/index.js';
export { writeDeliveries } from './outbox/outbox.js';
export { webhookSubscriptions } from './outbox/webhooks.projections.js';
export {
  WebhookAttemptEntity,
  WebhookConfigurationEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEndpointEntity,
  WebhookRedeliveryEntity,
} from './read-model/webhook.entities.js';
export { SEALED_WEBHOOK_SECRETS } from './signing/signing-secrets.js';
export { WebhooksModule } from './webhooks.module.js';
