import type { GuestSubject } from '#contexts/guest-links';

/** The kinds of message to owners and guests. */
export const MESSAGE_KINDS = ['item-found', 'request-question', 'request-resolved', 'request-not-found'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type Channel = 'email' | 'sms';

/** The event a message reports. It is the message's key, so that one event never produces two messages. */
export interface MessageKey {
  group_id: number;
  subject: GuestSubject;
  subject_id: number;
  version: number;
}

/**
 * The status of a message. `held`: no configured channel reaches the person; it waits for the operator to resume it. `obsolete`: it was no
 * longer correct when it could be sent. `uncertain`: it was sent without a reply and may have arrived; it is not sent again.
 */
export type MessageStatus = 'waiting' | 'sent' | 'failed' | 'held' | 'obsolete' | 'uncertain';
