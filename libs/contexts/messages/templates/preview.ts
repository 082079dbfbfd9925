import { longDate, type PageLanguage } from '#contexts/texts';
import type { MessageKind } from '../message.js';
import { type Rendered, render } from './render.js';

/** A message about something made up, to see how it reads. */
export function preview(language: PageLanguage, kind: MessageKind, publicUrl: string): Rendered {
  const deadline = longDate(language, new Date('2027-02-19T12:00:00Z'));
  const facts = { name: 'Anna', thing: 'Blue umbrella', place: 'Harbour Hotel', deadline, question: 'Which brand is it?' };
  return render(language, kind, facts, `${publicUrl}/g/preview`);
}
