import type { GuestSubject } from '#contexts/guest-links';

/** What people are told. */
export const MESSAGE_KINDS = ['item-found', 'request-question', 'request-resolved', 'request-not-found'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type Channel = 'email' | 'sms';

/** The event a message tells of; it is the message's key, so that one event never makes two. */
export interface MessageKey {
  group_id: number;
  subject: GuestSubject;
  subject_id: number;
  version: number;
}

/**
 * How a message stands. `held`: there is no way to tell the person with what is configured, until the operator resumes it. `obsolete`: it was no longer true when
 * it could have gone out. `uncertain`: it was handed over and no answer came back; it is not sent again.
 */
export type MessageStatus = 'waiting' | 'sent' | 'failed' | 'held' | 'obsolete' | 'uncertain';
