import type { Meanings } from '#platform/kernel';
import { type Owner, UNKNOWN_OWNER } from './item.details.js';
import { itemFields } from './item.fields.js';
import { isStillBounced, type KnownItem, withOwner } from './item.state.js';
import type { OwnerMessage, OwnerResponse } from './item.values.js';

const { withoutErased } = itemFields;

/** The data of the events between an item and its owner: answers, matches and messages. */
export interface OwnerEvents {
  /** The owner's response and what it changed besides the status. */
  OwnerResponded: {
    response: OwnerResponse;
    /** Extended by the collection window of a `pickup`. */
    storageExpiresAt?: string;
    /** Including the address given with the response. */
    owner?: Owner;
    /** ISO 8601; of `leave`, which the owner may take back. */
    respondedAt?: string;
  };
  /** Staff reopened the item; its storage time was extended where it would have ended too soon. */
  ItemReopened: { reason: string; storageExpiresAt: string };
  /** The owner took back that the item may stay; there is time enough to answer again. */
  AnswerTakenBack: { storageExpiresAt: string };
  /** A Request was matched to the item; `owner` where the guest's data became the owner's. */
  ItemMatched: { requestID: number; owner?: Owner };
  /** The item belongs to no Request any more; `owner` as it was before the match gave another. */
  ItemUnmatched: { owner?: Owner };
  /** The owner's email address does not exist: the recipient's server rejected it permanently. */
  ContactBounced: { contact: 'contactEmail' };
  /** The contact that the owner is written to is another now. */
  ContactCorrected: { contact: 'contactEmail' | 'phoneNumber'; locationID: string };
  /** Staff had the owner written to: the message of the status again, or a text of their own. */
  OwnerWrittenTo: {
    locationID: string;
    message: OwnerMessage;
    /** In staff's own words; null for the message of the status. */
    text: string | null;
  };
}

/** The meaning of each. */
export const ownerEvents = {
  OwnerResponded: {
    public: ['response', 'storageExpiresAt', 'respondedAt'],
    state(item, { storageExpiresAt = item.storageExpiresAt, owner = item.details.owner, respondedAt = null }) {
      return { ...item, storageExpiresAt, leftAt: respondedAt, details: { ...item.details, owner: owner ?? UNKNOWN_OWNER } };
    },
    row: ({ response: _response, respondedAt: _at, ...changed }) => withoutErased(changed),
  },
  ItemReopened: {
    public: ['storageExpiresAt'],
    state: storedUntil,
    row: ({ storageExpiresAt }) => ({ storageExpiresAt, problemSince: null }),
  },
  AnswerTakenBack: { public: ['storageExpiresAt'], state: storedUntil, row: (data) => data },
  ItemMatched: {
    public: ['requestID'],
    state(item, { requestID, owner }) {
      const { status, hasBounced, details } = item;
      if (owner === undefined) return { ...item, match: { requestID, before: null } };
      const given = owner ?? UNKNOWN_OWNER;
      const before = { owner: details.owner, status, hasBounced };
      return { ...withOwner(item, given), hasBounced: isStillBounced(item, given), match: { requestID, before } };
    },
    row: withoutErased,
  },
  ItemUnmatched: {
    public: [],
    state(item, { owner }) {
      const before = item.match?.before;
      if (!before) return { ...item, match: null };
      // It may have expired since: it then returns to waiting for a contact, not to an answer that no longer counts.
      const statusBefore = item.statusBefore && 'contact-missing';
      return { ...withOwner(item, owner ?? UNKNOWN_OWNER), hasBounced: before.hasBounced, statusBefore, match: null };
    },
    row: (data) => ({ requestID: null, ...withoutErased(data) }),
    stated: (data) => ({ requestID: null, ...data }),
  },
  ContactBounced: { public: ['contact'], state: (item) => ({ ...item, hasBounced: true }), row: () => ({}) },
  ContactCorrected: { public: ['contact', 'locationID'], state: (item) => item, row: () => ({}) },
  OwnerWrittenTo: { public: ['locationID', 'message'], state: (item) => item, row: () => ({}) },
} satisfies Meanings<KnownItem, OwnerEvents>;

function storedUntil(item: KnownItem, { storageExpiresAt }: { storageExpiresAt: string }): KnownItem {
  return { ...item, storageExpiresAt, regularEnd: storageExpiresAt };
}
