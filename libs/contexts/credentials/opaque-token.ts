import { hash, randomBytes } from 'node:crypto';

/** A token that means nothing by itself: the prefix that tells its kind, and 256 random bits. */
export function newToken(prefix: 'lf_' | 'lfr_'): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token; with 256 random bits in it a plain hash cannot be guessed back. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
