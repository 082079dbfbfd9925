import { longDate, messagesIn, type PageLanguage } from '#contexts/texts';
import type { MessageKind } from '../message.js';
import { NO_FACTS, type Rendered, render } from './render.js';

const SENDER = {
  place: 'Harbour Hotel',
  address: ['Kade 1', '3011 Rotterdam'],
  phoneNumber: '+31 10 123 4567',
  website: 'https://hotel.example.com',
  privacyUrl: 'https://hotel.example.com/privacy',
  imprintUrl: 'https://hotel.example.com/imprint',
};

/** A message about something made up, to see how it reads. */
export function preview(language: PageLanguage, kind: MessageKind, publicUrl: string): Rendered {
  const facts = {
    ...NO_FACTS,
    name: 'Anna',
    thing: 'Blue umbrella',
    deadline: longDate(language, new Date('2027-02-19T12:00:00Z')),
    question: 'Which brand is it?',
    answer: 'pickup',
    progress: 'moving',
    tracking: 'DHL 00340434161094042557: https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557',
    photo: 'https://hotel.example.com/umbrella.jpg',
    text: 'The umbrella is at the reception.',
    news: messagesIn(language).desk.request({ number: 7, thing: 'Blue umbrella' }),
  };
  return render(language, kind, facts, `${publicUrl}/g/preview`, SENDER);
}
