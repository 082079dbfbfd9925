import { longDate, messagesIn, type PageLanguage } from '#contexts/texts';
import type { MessageKind } from '../message.js';
import { type MessageData, NO_MESSAGE_DATA, type Rendered, render } from './render.js';

const SENDER = {
  place: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', zipCode: '3011', countryID: 'NL', state: null },
  phoneNumber: '+31 10 123 4567',
  website: 'https://hotel.example.com',
  privacyUrl: 'https://hotel.example.com/privacy',
  imprintUrl: 'https://hotel.example.com/imprint',
};

/** The forms of a kind of message, by name: a message without a choice says one thing. */
export function formsOf(language: PageLanguage, kind: MessageKind): Readonly<Record<string, Partial<MessageData>>> {
  const { desk } = messagesIn(language);
  const about = { number: 7, thing: 'Blue umbrella' };
  switch (kind) {
    case 'item-found':
      return { one: {}, several: { count: 3, things: '– Blue umbrella\n– Red scarf\n– Phone', photo: null } };
    case 'answer-received':
      return Object.fromEntries(ANSWERS.map((answer) => [answer, { answer }]));
    case 'item-shipment':
      return Object.fromEntries(['booked', 'moving', 'arrived'].map((progress) => [progress, { progress }]));
    case 'user-changed':
      return Object.fromEntries(['email', 'password', 'added', 'removed', 'codes'].map((change) => [change, { change }]));
    case 'desk-news':
      return {
        request: { news: desk.request(about) },
        all: {
          news: [...[...ANSWERS, 'back'].map((answer) => desk.answer({ ...about, answer })), desk.details(about)].join('\n'),
        },
      };
    default:
      return { one: {} };
  }
}

const ANSWERS = ['pickup', 'ship', 'pay', 'leave', 'mine', 'other'];

/** A message about something made up, to see how it reads. @param form what it says, of those that `formsOf` gives; the first by default */
export function preview(language: PageLanguage, kind: MessageKind, publicUrl: string, form?: Partial<MessageData>): Rendered {
  const data = {
    ...NO_MESSAGE_DATA,
    name: kind === 'desk-news' ? null : 'Anna Schmidt',
    thing: 'Blue umbrella',
    deadline: longDate(language, new Date('2027-09-29T12:00:00Z')),
    question: 'Which brand is it?',
    tracking: 'DHL 00340434161094042557: https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557',
    photo: 'https://hotel.example.com/umbrella.jpg',
    text: 'The umbrella is at the reception.',
    ...(form ?? Object.values(formsOf(language, kind))[0]),
  };
  return render(language, kind, data, `${publicUrl}/g/preview`, SENDER);
}
