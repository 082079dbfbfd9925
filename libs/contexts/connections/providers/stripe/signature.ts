import { createHmac, timingSafeEqual } from 'node:crypto';
import { EventRefused } from '../../calls/provider-failed.js';
import { SIGNATURE_AGE } from '../../kinds/connected.js';

/** An event, and the header that signs it: `t=<seconds>,v1=<hex>`, one for each secret that is in use. */
interface Signed {
  body: Buffer;
  signature: string | undefined;
  at: Date;
}

/** @throws EventRefused unless Stripe signed it, now (https://docs.stripe.com/webhooks/signature) */
export function assertSigned({ body, signature = '', at }: Signed, secret: string): void {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signed = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isGenuine = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === signed.length && timingSafeEqual(given, signed);
  });
  if (!isGenuine) throw new EventRefused('It is not signed with the signing secret of the connection.');
  // No number is never in time.
  if (!(Math.abs(at.getTime() - Number(time) * 1_000) <= SIGNATURE_AGE)) {
    throw new EventRefused('It was signed more than five minutes ago, or the clock of this machine is wrong.');
  }
}
