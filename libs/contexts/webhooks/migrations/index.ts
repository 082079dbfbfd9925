import { Webhooks } from './0001_webhooks.js';

/** In their order; a release only adds to the end. */
export const webhookMigrations = { 'webhooks/0001_webhooks': Webhooks };
