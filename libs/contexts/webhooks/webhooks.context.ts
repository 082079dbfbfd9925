import { SEALED_USER_PARTS } from './configuration/user-parts.js';
import { webhooksApi } from './http/webhooks.api.js';
import { webhookMigrations } from './migrations/index.js';
import {
  WebhookAttemptEntity,
  WebhookConfigurationEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEndpointEntity,
  WebhookRedeliveryEntity,
} from './read-model/webhook.entities.js';
import { SEALED_WEBHOOK_SECRETS } from './signing/signing-secrets.js';
import { WebhooksModule } from './webhooks.module.js';

/** This context, as the service takes it. */
export const webhooksContext = {
  module: WebhooksModule,
  api: webhooksApi,
  entities: [
    WebhookConfigurationEntity,
    WebhookEndpointEntity,
    WebhookEventEndpointEntity,
    WebhookRedeliveryEntity,
    WebhookDeliveryEntity,
    WebhookAttemptEntity,
  ],
  sealed: [...SEALED_USER_PARTS, ...SEALED_WEBHOOK_SECRETS],
  migrations: webhookMigrations,
};
