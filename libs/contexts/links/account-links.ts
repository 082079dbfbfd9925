import { hash } from 'node:crypto';
import type { Clock } from '#platform/kernel';
import { type Keyring, SealedTokens } from '#platform/secrets';

interface AccountUser {
  groupID: number;
  userID: number;
}

/** A link to set the password: a user, and the number of the link among the user's. */
export type PasswordAccountLink = AccountUser & { link: number };

/** A link that verifies an email address of the user. */
export type EmailAccountLink = AccountUser & { verifies(email: string): boolean };

/** Three numbers of four bytes each; to verify an address, the last is when the link ends, in seconds, and a hash follows. */
const LENGTH = 12;
const HASH = 16;

/**
 * Links to the pages where a user sets the password and verifies an address. A token is encrypted with the service's key, so that it can
 * be neither guessed nor read; whether it is still good stands with the user.
 */
export class AccountLinks {
  private readonly tokens: SealedTokens;

  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(
    keyring: Keyring,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {
    this.tokens = new SealedTokens(keyring, 'account-link');
  }

  /** The full URL of the page to set the password. */
  linkFor({ groupID, userID, link }: PasswordAccountLink): string {
    return this.url(numbers(groupID, userID, link));
  }

  /** The full URL of the page to verify an address. @param until when the link ends, to the second */
  linkToVerify({ groupID, userID }: AccountUser, email: string, until: Date): string {
    return this.url(Buffer.concat([numbers(groupID, userID, Math.floor(until.getTime() / 1000)), hashOf(email)]));
  }

  /** The content of a token; null if it is invalid or altered, or its time is over. */
  open(token: string): PasswordAccountLink | EmailAccountLink | null {
    const content = this.tokens.open(token);
    if (content?.length !== LENGTH && content?.length !== LENGTH + HASH) return null;
    const user = { groupID: content.readUInt32BE(0), userID: content.readUInt32BE(4) };
    const last = content.readUInt32BE(8);
    if (content.length === LENGTH) return { ...user, link: last };
    if (last * 1000 <= this.clock.now().getTime()) return null;
    return { ...user, verifies: (email) => hashOf(email).equals(content.subarray(LENGTH)) };
  }

  private url(content: Buffer): string {
    return `${this.publicUrl}/account/${this.tokens.make(content)}`;
  }
}

function numbers(...values: number[]): Buffer {
  const content = Buffer.alloc(LENGTH);
  for (const [at, value] of values.entries()) content.writeUInt32BE(value, 4 * at);
  return content;
}

/** Long enough that nobody finds another address with the same one. */
function hashOf(email: string): Buffer {
  return hash('sha256', email, 'buffer').subarray(0, HASH);
}
