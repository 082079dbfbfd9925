import { hash, randomBytes } from 'node:crypto';

type Kind = 'lf_' | 'lfr_';

/**
 * An opaque token: a prefix for its kind, the cell that issues it unless that is 0, for whoever passes calls on to several (`lf_7_…`), and
 * 256 random bits.
 */
export function newToken(kind: Kind, cell: number): string {
  return `${kind}${cell === 0 ? '' : `${cell}_`}${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token: with 256 random bits in it, a plain hash cannot be reversed by guessing. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Whether a text can be a token of this kind, of any cell: what cannot need not be looked for. */
export function isOpaqueToken(kind: Kind, text: string): boolean {
  return text.startsWith(kind) && /^([1-9]\d{0,2}_)?[\w-]{43}$/.test(text.slice(kind.length));
}

/** The part of a token that may be shown: as much of its random bits as six letters hold. */
export function shownPartOf(token: string): string {
  return token.slice(0, token.length - 43 + 6);
}
