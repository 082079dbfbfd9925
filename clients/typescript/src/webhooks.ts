import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { Webhooks } from './generated/types.gen.js';

export { WebhookVerificationError };

/** What a webhook says; `type` tells which one it is. */
export type WebhookEvent = Webhooks['body'];

/**
 * Verifies a webhook by Standard Webhooks: its signature, and that it was signed within five minutes of now.
 * @param secret `whsec_…`, or several while one is being replaced
 * @param body exactly as it came, not parsed and written again
 * @throws WebhookVerificationError unless one of the secrets signed it
 */
export function verifyWebhook(
  secret: string | readonly string[],
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers.entries()] : Object.entries(headers);
  const given = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
  let refusal: unknown;
  for (const one of [secret].flat()) {
    try {
      return new Webhook(one).verify(body, given) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new WebhookVerificationError('There is no secret.');
}
