import type { GuestSubject } from '#contexts/guest-links';

/** What a message may be about. */
export const MESSAGE_SUBJECTS = ['item', 'request', 'user'] as const satisfies (GuestSubject | 'user')[];
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

/** The kinds of message to owners and guests, and to users about their account. */
export const MESSAGE_KINDS = [
  'item-found',
  'request-question',
  'request-resolved',
  'request-not-found',
  'user-invitation',
  'user-password',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Messages about an account belong to no Location: no quiet hours, and no rate limit of one. */
export const NO_LOCATION = '';

export type Channel = 'email' | 'sms';

/** The event a message reports. It is the message's key, so that one event never produces two messages. */
export interface MessageKey {
  group_id: number;
  subject: MessageSubject;
  subject_id: number;
  version: number;
}

/**
 * The status of a message. `held`: no configured channel reaches the person; it waits for the operator to resume it, 14 days at most.
 * `obsolete`: it was no longer correct when it could be sent. `uncertain`: it was sent without a reply and may have arrived; it is not
 * sent again.
 */
export type MessageStatus = 'waiting' | 'sent' | 'failed' | 'held' | 'obsolete' | 'uncertain';
