import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Stands before the base64 of a secret. */
const PREFIX = 'whsec_';

/** A new signing secret, `whsec_` and 32 random bytes (Standard Webhooks 1.0.0: 24 to 64 bytes). */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** The key that a secret stands for. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
}

/**
 * The three headers of Standard Webhooks 1.0.0; its published library signs in JavaScript, at many times the cost.
 * @param keys the keys to sign with; during a rotation the new one and the old one
 */
export function signedHeaders(id: string, sentAt: Date, body: string, keys: readonly KeyObject[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
