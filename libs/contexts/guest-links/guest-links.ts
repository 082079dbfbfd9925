import { hash } from 'node:crypto';
import type { Clock } from '#platform/kernel';
import type { Secrets } from '#platform/secrets';

/** What a guest may look at without signing in. */
export const GUEST_SUBJECTS = ['item', 'request'] as const;
export type GuestSubject = (typeof GUEST_SUBJECTS)[number];

/** What a link leads to. */
export interface GuestLink {
  groupID: number;
  kind: GuestSubject;
  id: number;
  expiresAt: Date;
  /**
   * Whether the link was made for one of these. Whoever got one through an address that was mistaken and is corrected since does not
   * get to see whose the thing is.
   */
  isFor(contacts: readonly (string | null)[]): boolean;
}

const CONTEXT = 'guest-link';
/** Guests find their way back for this long after an answer no longer counts, to follow a shipment for instance. In milliseconds. */
export const AFTERWARDS = 90 * 24 * 60 * 60 * 1000;
/** Group, ID, the second it expires in and whom it was made for, four bytes each, and the kind in one: short enough for an SMS. */
const LENGTH = 17;

/**
 * Links by which guests reach what is theirs. A token is sealed with the service's key: nobody can guess or read one, and nothing
 * is stored. There is no personal data in it.
 */
export class GuestLinks {
  /** @param publicUrl the service's own address as guests see it, without a slash at its end */
  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {}

  /**
   * The whole address of the guest page.
   * @param contact the email address or telephone number it goes to, or that its page is shown to; null when there is none
   * @param endsAt when the thing's own time ends; the link outlives it by {@link AFTERWARDS}, kept to the second
   */
  linkFor(groupID: number, kind: GuestSubject, id: number, endsAt: Date, contact: string | null): string {
    const content = Buffer.alloc(LENGTH);
    content.writeUInt32BE(groupID, 0);
    content.writeUInt8(GUEST_SUBJECTS.indexOf(kind), 4);
    content.writeUInt32BE(id, 5);
    content.writeUInt32BE(Math.floor((endsAt.getTime() + AFTERWARDS) / 1000), 9);
    tagOf(contact).copy(content, 13);
    return `${this.publicUrl}/g/${this.secrets.seal(content, CONTEXT).toString('base64url')}`;
  }

  /** What the token leads to; null when it is none of ours, was altered, or has expired. */
  open(token: string): GuestLink | null {
    const content = this.unsealed(token);
    const kind = content && GUEST_SUBJECTS[content.readUInt8(4)];
    if (!kind) return null;
    const expiresAt = new Date(content.readUInt32BE(9) * 1000);
    if (expiresAt <= this.clock.now()) return null;
    const tag = content.subarray(13);
    const isFor = (contacts: readonly (string | null)[]) => {
      const known = contacts.filter((contact) => contact !== null);
      return (known.length === 0 ? [null] : known).some((contact) => tagOf(contact).equals(tag));
    };
    return { groupID: content.readUInt32BE(0), kind, id: content.readUInt32BE(5), expiresAt, isFor };
  }

  private unsealed(token: string): Buffer | null {
    if (!/^[\w-]{1,100}$/.test(token)) return null;
    try {
      const content = this.secrets.open(Buffer.from(token, 'base64url'), CONTEXT);
      return content.length === LENGTH ? content : null;
    } catch {
      return null;
    }
  }
}

/** Stands for a contact in a link, however it is written. */
function tagOf(contact: string | null): Buffer {
  if (contact === null) return Buffer.alloc(4);
  return hash('sha256', contact.toLowerCase().replaceAll(' ', ''), 'buffer').subarray(0, 4);
}
