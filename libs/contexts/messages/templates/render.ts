import { messagesIn, type PageLanguage } from '#contexts/texts';
import { charactersOf, hasWebAddress } from '#platform/kernel';
import type { MessageKind } from '../message.js';
import { inGsm, partsOf } from './gsm.js';
import { htmlLetter, plainLetter, type Sender } from './letter.js';

/** The data of a message. */
export interface MessageData {
  /** The greeted person, null when nobody knows; the username of a user. */
  name: string | null;
  /** The found or lost thing, in the words of whoever wrote it down; empty to a user. */
  thing: string;
  /** Until when an answer or a link counts, as people of the language write a date. */
  deadline: string;
  /** The question of staff. */
  question: string | null;
  /** The owner's answer: `pickup`, `ship`, `pay` (sent once paid), `leave`, `mine` (it is not), to the desk `back` (withdrawn) or other. */
  answer: string;
  /** How far the parcel is: `booked`, `moving`, `arrived`. */
  progress: string;
  /** Carrier and number, or the carrier's page; empty when unknown. */
  tracking: string;
  /** Staff's own words. */
  text: string;
  /** The change in an account: `email`, `password`, `added`, `removed`. */
  change: string;
  /** News for the desk, a line each. */
  news: string;
  /** Other finds, a line each; with how many in all. */
  things: string;
  count: number;
  /** URL of the photo of what was found. */
  photo: string | null;
  /** Whether nobody has proven the address: a stranger's words are not repeated to it. */
  unproven: boolean;
}

/** Data of which nothing is known. */
export const NO_MESSAGE_DATA: MessageData = {
  name: null,
  thing: '',
  deadline: '',
  question: null,
  answer: '',
  progress: '',
  tracking: '',
  text: '',
  change: '',
  news: '',
  things: '',
  count: 1,
  photo: null,
  unproven: false,
};

/** A message as it goes out. */
export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** The texts of one kind: not all have a link, and what only users get has no SMS. */
interface Phrases {
  subject: (data: MessageData & { place: string }) => string;
  body: readonly ((data: MessageData & { place: string }) => string)[];
  action?: (data: MessageData & { place: string }) => string;
  sms?: (data: MessageData & { place: string }) => string;
}

/** Writes a message in a language, as plain text, as HTML that mail programs show, and short for SMS. */
export function render(language: PageLanguage, kind: MessageKind, data: MessageData, link: string, sender: Sender): Rendered {
  const { kinds, finds, greeting: greet, greetingToUnknown, desk, closing: close } = messagesIn(language);
  const place = oneLine(sender.place);
  const known = { ...data, thing: oneLine(data.thing), place, name: data.name && oneLine(data.name) };
  const texts: Phrases = kind === 'item-found' && data.count > 1 ? finds : kinds[kind];
  const subject = texts.subject(known);
  // A paragraph may consist of a fact that is not there.
  const body = texts.body.map((paragraph) => {
    const repeats = data.unproven && paragraph({ ...known, thing: MARK }).includes(MARK);
    // An SMS has no words of the guest.
    return repeats && texts.sms ? texts.sms(known) : paragraph(known);
  });
  const greetNobody = kind === 'desk-news' ? desk.greeting : greetingToUnknown;
  // Users have chosen their names; anybody may have given a guest's.
  const isGreeted = known.name !== null && (kind.startsWith('user-') || !hasWebAddress(known.name));
  const greeting = isGreeted ? greet(known) : greetNobody(known);
  const action = texts.action?.(known) ?? null;
  const photo = PICTURED.includes(kind) && data.count === 1 && data.photo ? { url: data.photo, alt: known.thing } : null;
  const said = body.filter((paragraph) => paragraph !== '');
  const parts = { photo, subject, greeting, body: said, action, closing: close(known) };
  const sms = texts.sms ?? texts.subject;
  return {
    subject,
    text: plainLetter(language, parts, link, sender),
    html: htmlLetter(language, parts, link, sender),
    sms: inFewParts(place, (name) => inGsm(`${sms({ ...known, place: name })} ${link}`)),
  };
}

/** In place of what was lost: shows which paragraphs repeat it. */
const MARK = '\u0001';

/** The messages that ask owners whether something is theirs. */
const PICTURED: readonly MessageKind[] = ['item-found', 'item-reminder'];

/** Shortens the name of the place, not below 12 of the letters that people see, where that spares a part of the SMS. */
function inFewParts(place: string, write: (place: string) => string): string {
  const whole = write(place);
  const parts = partsOf(whole);
  const letters = charactersOf(place);
  for (let length = letters.length - 1; parts > 1 && length >= 12; length--) {
    const shorter = write(`${letters.slice(0, length).join('').trim()}.`);
    if (partsOf(shorter) < parts) return shorter;
  }
  return whole;
}

/** People's words must not break a subject or an SMS into lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
