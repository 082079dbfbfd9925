/**
 * The subjects of messages, by recipient: an item to its owner, by the other of two contacts, or before storage ends; a Request to
 * its guest; both to the desk of their Location; a user, also about a change of the account.
 */
export const MESSAGE_SUBJECTS = [
  'item',
  'request',
  'user',
  'user-changed',
  'item-other',
  'item-reminder',
  'desk-item',
  'desk-request',
] as const;
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

/** The subjects of messages about a record. */
export const SUBJECTS_OF = {
  item: ['item', 'item-other', 'item-reminder', 'desk-item'],
  request: ['request', 'desk-request'],
  user: ['user', 'user-changed'],
} as const satisfies Record<string, readonly MessageSubject[]>;

/** The kinds that go to the owner or guest. */
export const TO_PEOPLE = {
  item: ['item', 'item-other', 'item-reminder'],
  request: ['request'],
} as const satisfies Record<string, readonly MessageSubject[]>;

/** The record that a message is about. */
export type MessageRecord = keyof typeof SUBJECTS_OF;

/** The kinds of message to owners and guests, to the desk, and to users about their account. */
export const MESSAGE_KINDS = [
  'item-found',
  'item-reminder',
  'answer-received',
  'item-shipment',
  'request-received',
  'request-question',
  'request-resolved',
  'request-not-found',
  'text',
  'desk-news',
  'user-invitation',
  'user-password',
  'user-email',
  'user-changed',
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

/** Names a message to mail servers and gateways, the same at each attempt. */
export function mailID({ subject, group_id, subject_id, version }: MessageKey): string {
  return `${subject}-${group_id}-${subject_id}-${version}`;
}

/** Whether it goes to the desk of a Location. */
export function isForDesk({ subject }: Pick<MessageKey, 'subject'>): boolean {
  return subject === 'desk-item' || subject === 'desk-request';
}

/** Whether it goes to a user, about the account. */
export function isForUser({ subject }: Pick<MessageKey, 'subject'>): boolean {
  return subject === 'user' || subject === 'user-changed';
}

/**
 * The status of a message. `held`: no configured channel reaches the person; it waits for the operator to resume it, 14 days at most.
 * `obsolete`: it was no longer correct when it could be sent. `uncertain`: it was sent without a reply and may have arrived; it is not
 * sent again.
 */
export const MESSAGE_STATUSES = ['waiting', 'sent', 'failed', 'held', 'obsolete', 'uncertain'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
