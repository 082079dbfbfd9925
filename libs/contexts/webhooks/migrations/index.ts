import { Webhooks } from './0001_webhooks.js';
import { WebhooksOf020 } from './0002_release_0_2_0.js';

/** In order; a release only adds to the end. */
export const webhookMigrations = {
  'webhooks/0001_webhooks': Webhooks,
  'webhooks/0002_release_0_2_0': WebhooksOf020,
};
