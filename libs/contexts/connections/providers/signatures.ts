import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a text is the hexadecimal HMAC-SHA256 of bytes. */
export function isHmac(key: string, bytes: Buffer, text: string | undefined): boolean {
  const digest = createHmac('sha256', key).update(bytes).digest();
  const given = Buffer.from(text ?? '', 'hex');
  return given.length === digest.length && timingSafeEqual(given, digest);
}
