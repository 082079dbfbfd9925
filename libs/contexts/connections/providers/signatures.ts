import { createHmac, timingSafeEqual } from 'node:crypto';
import { EventRefused } from '../calls/provider-failed.js';
import { SIGNATURE_AGE } from '../kinds/connected.js';

/** Whether a text is the hexadecimal HMAC-SHA256 of bytes. */
export function isHmac(key: string, bytes: Buffer, text: string | undefined): boolean {
  const digest = createHmac('sha256', key).update(bytes).digest();
  const given = Buffer.from(text ?? '', 'hex');
  return given.length === digest.length && timingSafeEqual(given, digest);
}

/** @param sent milliseconds at which it was signed @param at when it arrived @throws EventRefused unless both are the same, about */
export function assertInTime(sent: number, at: Date): void {
  // No number is never in time.
  if (Math.abs(at.getTime() - sent) <= SIGNATURE_AGE) return;
  throw new EventRefused('It was signed more than five minutes ago, or the clock of this machine is wrong.');
}
