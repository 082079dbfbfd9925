import { hash } from 'node:crypto';
import type { Clock } from '#platform/kernel';
import { type Keyring, SealedTokens } from '#platform/secrets';
import { ShortTokens } from './short-tokens.js';

/** Pages that a guest opens without signing in: a record, or all finds of an item's owner at its Location. */
export const GUEST_SUBJECTS = ['item', 'request', 'finds'] as const;
export type GuestSubject = (typeof GUEST_SUBJECTS)[number];

/** The content of a link. */
export interface GuestLink {
  groupID: number;
  kind: GuestSubject;
  id: number;
  expiresAt: Date;
  hasExpired: boolean;
  /**
   * Whether the link was created for one of these contacts. A link sent to a wrong address stops working once the address is corrected,
   * so that its recipient cannot see the owner's data.
   */
  isFor(contacts: readonly (string | null)[]): boolean;
}

/** How long a link stays valid after the deadline for an answer, for instance to track a shipment. In milliseconds. */
export const AFTERWARDS = 90 * 24 * 60 * 60 * 1000;
/** Group, ID, expiry in seconds and contact tag, four bytes each, and one byte for the kind: short enough for an SMS. */
const LENGTH = 17;

/**
 * Personal links to guest pages. A token is encrypted with the service's key, so that it can be neither guessed nor read, and nothing
 * is stored. It contains no personal data.
 */
export class GuestLinks {
  private readonly tokens: SealedTokens;
  private readonly short: ShortTokens;

  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(
    keyring: Keyring,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {
    this.tokens = new SealedTokens(keyring, 'guest-link');
    this.short = new ShortTokens(keyring);
  }

  /**
   * The full URL of the guest page.
   * @param contact the email address or phone number that the link is for, or null
   * @param endsAt when the storage or the Request ends; the link expires {@link AFTERWARDS} later, to the second
   */
  linkFor(groupID: number, kind: GuestSubject, id: number, endsAt: Date, contact: string | null): string {
    const content = Buffer.alloc(LENGTH);
    content.writeUInt32BE(groupID, 0);
    content.writeUInt8(GUEST_SUBJECTS.indexOf(kind), 4);
    content.writeUInt32BE(id, 5);
    content.writeUInt32BE(Math.floor((endsAt.getTime() + AFTERWARDS) / 1000), 9);
    tagOf(keyOf(contact)).copy(content, 13);
    return `${this.publicUrl}/g/${this.tokens.make(content)}`;
  }

  /** The host of the service, as guests know it; null where it has no address. */
  get host(): string | null {
    return URL.parse(this.publicUrl)?.hostname ?? null;
  }

  /** The full URL of a page by its path: never from what a caller says the host is. */
  pageAt(path: string): string {
    return `${this.publicUrl}${path}`;
  }

  /** Whether a URL is that of a guest page. */
  isLink(url: string): boolean {
    return url.startsWith(`${this.publicUrl}/g/`);
  }

  /** The same in as few characters as an SMS has room for; it expires up to a day later. */
  shortLinkFor(groupID: number, kind: GuestSubject, id: number, endsAt: Date, contact: string | null): string {
    const expiresAt = new Date(endsAt.getTime() + AFTERWARDS);
    return `${this.publicUrl}/g/${this.short.make({ groupID, kind: GUEST_SUBJECTS.indexOf(kind), id, expiresAt }, keyOf(contact))}`;
  }

  /** The page of the desk for a record: it holds no secret, and is for those who sign in. */
  deskPage(kind: 'item' | 'request', id: number): string {
    return `${this.publicUrl}/desk/${kind}s/${id}`;
  }

  /** The content of a token, even of one that has expired; null if it is invalid or altered. */
  read(given: string): GuestLink | null {
    const token = plainToken(given);
    const content = this.short.open(token) ?? this.sealed(token);
    const kind = content && GUEST_SUBJECTS[content.kind];
    if (!kind) return null;
    const { groupID, id, expiresAt } = content;
    const isFor = (contacts: readonly (string | null)[]) => knownOf(contacts).some((contact) => content.isFor(keyOf(contact)));
    return { groupID, kind, id, expiresAt, hasExpired: expiresAt <= this.clock.now(), isFor };
  }

  private sealed(token: string): ReturnType<ShortTokens['open']> {
    const content = this.tokens.open(token);
    if (content?.length !== LENGTH) return null;
    return {
      groupID: content.readUInt32BE(0),
      kind: content.readUInt8(4),
      id: content.readUInt32BE(5),
      expiresAt: new Date(content.readUInt32BE(9) * 1000),
      isFor: (contact) => tagOf(contact).equals(content.subarray(13)),
    };
  }
}

/**
 * A token without what is none of it: programs take a full stop or a bracket behind a link for a part of it, and break long words by
 * spaces, soft hyphens, and signs of quoting or transfer.
 */
export function plainToken(given: string): string {
  return given.replace(/[^\w-]/g, '');
}

/** A short hash of the normal form of a contact. */
function tagOf(contact: string): Buffer {
  return contact === '' ? Buffer.alloc(4) : hash('sha256', contact, 'buffer').subarray(0, 4);
}

/** The normal form of a contact, for comparison: without case and spaces; empty without one. */
function keyOf(contact: string | null): string {
  return contact?.toLowerCase().replaceAll(' ', '') ?? '';
}

/** The contacts there are; none is one too. */
function knownOf(contacts: readonly (string | null)[]): readonly (string | null)[] {
  const known = contacts.filter((contact) => contact !== null);
  return known.length === 0 ? [null] : known;
}
