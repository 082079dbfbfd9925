import type { Keyring, Sealer } from '#platform/secrets';

/** The content of a link: a user, and the number of the link among the user's. */
export interface AccountLink {
  groupID: number;
  userID: number;
  link: number;
}

const CONTEXT = 'account-link';
/** Three numbers of four bytes each. */
const LENGTH = 12;

/**
 * Links to the page where a user sets the password. A token is encrypted with the service's key, so that it can be neither guessed nor
 * read; whether it is still good stands with the user.
 */
export class AccountLinks {
  private readonly sealer: Sealer;

  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(
    keyring: Keyring,
    private readonly publicUrl: string,
  ) {
    this.sealer = keyring.ofValuesOutside(CONTEXT);
  }

  /** The full URL of the page. */
  linkFor({ groupID, userID, link }: AccountLink): string {
    const content = Buffer.alloc(LENGTH);
    for (const [at, number] of [groupID, userID, link].entries()) content.writeUInt32BE(number, 4 * at);
    return `${this.publicUrl}/account/${this.sealer.seal(content, CONTEXT).toString('base64url')}`;
  }

  /** The content of a token; null if it is invalid or altered. */
  open(token: string): AccountLink | null {
    if (!/^[\w-]{1,100}$/.test(token)) return null;
    try {
      const content = this.sealer.open(Buffer.from(token, 'base64url'), CONTEXT);
      if (content.length !== LENGTH) return null;
      return { groupID: content.readUInt32BE(0), userID: content.readUInt32BE(4), link: content.readUInt32BE(8) };
    } catch {
      return null;
    }
  }
}
