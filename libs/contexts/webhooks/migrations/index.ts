import { Webhooks } from './0001_webhooks.js';

/** In order; a release only appends. */
export const webhookMigrations = { 'webhooks/0001_webhooks': Webhooks };
