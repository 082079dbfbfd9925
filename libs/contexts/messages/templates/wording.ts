import type { MessageKind } from '../message.js';

/** What a message speaks of. */
export interface Facts {
  /** Whom it greets, null when nobody knows; the username of a user. */
  name: string | null;
  /** What was found or lost, in the words of whoever wrote it down; empty to a user. */
  thing: string;
  /** The Location's name; the Group's to a user. */
  place: string;
  /** Until when an answer or a link counts, as people of the language write a date. */
  deadline: string;
  /** What staff ask. */
  question: string | null;
}

/** One message in one language. */
export interface Words {
  subject: string;
  /** Each a paragraph. */
  body: readonly string[];
  /** What the link says. */
  action: string;
  /** The whole SMS before the link; the subject where there is none, as users are sent emails only. */
  sms?: string;
}

/** A language: one file beside this one. */
export interface Wording {
  greeting: (name: string | null) => string;
  closing: (place: string) => string;
  kinds: Record<MessageKind, (facts: Facts) => Words>;
}
