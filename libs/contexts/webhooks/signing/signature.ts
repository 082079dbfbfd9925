import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A new signing secret, `whsec_` and 32 random bytes (Standard Webhooks 1.0.0: 24 to 64 bytes). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The three headers of Standard Webhooks 1.0.0.
 * @param secrets the secrets to sign with; during a rotation the new one and the old one
 */
export function signedHeaders(id: string, sentAt: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  };
}
