import { hash, randomBytes } from 'node:crypto';

/** An opaque token: a prefix for its kind, and 256 random bits. */
export function newToken(prefix: 'lf_' | 'lfr_'): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token: with 256 random bits in it, a plain hash cannot be reversed by guessing. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Whether a text can be a token of this kind: what cannot need not be looked for. */
export function isOpaqueToken(prefix: 'lf_' | 'lfr_', text: string): boolean {
  return text.startsWith(prefix) && /^[\w-]{43}$/.test(text.slice(prefix.length));
}
