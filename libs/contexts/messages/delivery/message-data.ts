import type { GuestLinks } from '#contexts/links';
import { trackingUrl } from '#contexts/reference';
import { longDate, messagesIn, type PageLanguage } from '#contexts/texts';
import { withoutSchemes } from '#platform/kernel';
import type { ClaimedMessage } from '../attempts/claimed.js';
import type { MessageKey, MessageKind } from '../message.js';
import type { MessageData } from '../templates/render.js';
import type { Subject } from './subjects.js';

/** A message with its subject. */
export interface Told extends MessageKey {
  kind: MessageKind;
  location_id: string;
  about: Subject;
  /** Staff's own words, where it has any. */
  text: string | null;
  /** The change in an account: `email`, `password`, `added`, `removed`, `codes`. */
  change: string | null;
}

/** The same, as read to be sent. */
export type Ready = ClaimedMessage & Told;

const ANSWERS: Readonly<Record<string, string>> = {
  'pickup-by-guest': 'pickup',
  'shipment-paid': 'ship',
  'left-behind': 'leave',
  'wrong-owner': 'mine',
  'contact-missing': 'mine',
};
const PROGRESS: Readonly<Record<string, string>> = { 'pickup-scheduled': 'booked', delivered: 'arrived' };

/**
 * The data of a message, and of the others that go out with it as one.
 * @param deskPage the page of the desk for a record
 */
export function messageDataOf(
  language: PageLanguage,
  messages: readonly [Told, ...Told[]],
  deskPage: GuestLinks['deskPage'],
): MessageData {
  const all = messages.map(plainlyTold);
  const first = all[0]!;
  const { about } = first;
  return {
    name: first.kind === 'desk-news' ? null : about.name,
    thing: about.thing,
    deadline: longDate(language, new Date(about.ends_at), about.zone),
    question: about.question,
    answer: answerOf(about),
    progress: PROGRESS[about.status] ?? 'moving',
    tracking: trackingOf(about),
    text: first.text ?? '',
    change: first.change ?? '',
    news: all.map((message) => newsOf(language, message, deskPage)).join('\n'),
    things: all.map((message) => `– ${message.about.thing}`).join('\n'),
    count: all.length,
    photo: about.image_url,
    unproven: false,
  };
}

/** In what anybody may have written no web address becomes a link; staff's own words and questions may have some. */
function plainlyTold(message: Told): Told {
  const { about } = message;
  return { ...message, about: { ...about, thing: withoutSchemes(about.thing), name: about.name && withoutSchemes(about.name) } };
}

function answerOf({ status, to_pay }: Subject): string {
  return to_pay ? 'pay' : (ANSWERS[status] ?? '');
}

function trackingOf({ carrier, tracking_number, tracking_url }: Subject): string {
  const name = withoutSchemes([carrier, tracking_number].filter((part) => part !== null).join(' '));
  const url = tracking_url ?? trackingUrl(carrier, tracking_number);
  return url === null ? name : `${name}: ${url}`;
}

/** News for the desk of an answer or Request, with the page to act on it. */
function newsOf(
  language: PageLanguage,
  { subject, subject_id: number, version, about }: Told,
  deskPage: GuestLinks['deskPage'],
): string {
  const { answer, request, details } = messagesIn(language).desk;
  // An item that waits again was left to the Location, and is not any more.
  const data = {
    number,
    thing: about.thing,
    answer: about.status === 'waiting-response' && !about.to_pay ? 'back' : answerOf(about),
  };
  if (subject === 'desk-item') return `– ${answer(data)} ${deskPage('item', number)}`;
  return `– ${version === 1 ? request(data) : details(data)} ${deskPage('request', number)}`;
}
