export { type Change, changes } from './changes.js';
export { type Connection, connect } from './connect.js';
export type { Client } from './generated/client/index.js';
export * from './generated/index.js';
export { paginate } from './paginate.js';
export { type RetryOptions, retrying } from './retrying.js';
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhooks.js';
