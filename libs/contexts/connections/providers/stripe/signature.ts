import { EventRefused } from '../../calls/provider-failed.js';
import { assertInTime, isHmac } from '../signatures.js';

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
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  const isGenuine = parts.some(([name, value]) => name === 'v1' && isHmac(secret, signed, value));
  if (!isGenuine) throw new EventRefused('It is not signed with the signing secret of the connection.');
  assertInTime(Number(time) * 1_000, at);
}
