import type { Keyring, Sealer } from './keyring.js';

/** Far above the length of any token. */
const FORM = /^[\w-]{1,4000}$/;

/** Tokens that leave the service, such as in links: encrypted, so that they can be neither guessed nor read. Nothing of them is stored. */
export class SealedTokens {
  private readonly sealer: Sealer;

  /** @param context names what the tokens are for, beside the purpose of their key */
  constructor(
    keyring: Keyring,
    purpose: string,
    private readonly context = purpose,
  ) {
    this.sealer = keyring.ofValuesOutside(purpose);
  }

  /** The token ends with a letter or digit, as programs that find links leave other signs out; each sealing gives another one. */
  make(content: string | Buffer): string {
    for (;;) {
      const token = this.sealer.seal(content, this.context).toString('base64url');
      if (/[^-_]$/.test(token)) return token;
    }
  }

  /** The content of a token; null if it is invalid or was altered. */
  open(token: string): Buffer | null {
    if (!FORM.test(token)) return null;
    try {
      return this.sealer.open(Buffer.from(token, 'base64url'), this.context);
    } catch {
      return null;
    }
  }
}
