import { SEALED_USER_PARTS } from './configuration/user-parts.js';
import { webhooksApi } from './http/webhooks.api.js';
import { webhookMigrations } from './migrations/index.js';
import * as entities from './read-model/webhook.entities.js';
import { SEALED_WEBHOOK_SECRETS } from './signing/signing-secrets.js';
import { WebhooksModule } from './webhooks.module.js';

/** This context, as the service takes it. */
export const webhooksContext = {
  module: WebhooksModule,
  api: webhooksApi,
  entities: Object.values(entities),
  sealed: [...SEALED_USER_PARTS, ...SEALED_WEBHOOK_SECRETS],
  migrations: webhookMigrations,
};
