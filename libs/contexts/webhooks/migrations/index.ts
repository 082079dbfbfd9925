import { Webhooks } from './0001_webhooks.js';
import { UserParts } from './0002_user_parts.js';

/** In order; a release only appends. */
export const webhookMigrations = { 'webhooks/0001_webhooks': Webhooks, 'webhooks/0002_user_parts': UserParts };
