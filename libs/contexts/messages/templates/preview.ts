import type { MessageKind } from '../message.js';
import { dateIn, type Rendered, render } from './render.js';

/** A message about something made up, to see how it reads. @param language one of MESSAGE_LANGUAGES */
export function preview(language: string, kind: MessageKind, publicUrl: string): Rendered {
  const deadline = dateIn(language, new Date('2027-02-19T12:00:00Z'), 'UTC');
  const facts = { name: 'Anna', thing: 'Blue umbrella', place: 'Harbour Hotel', deadline, question: 'Which brand is it?' };
  return render(language, kind, facts, `${publicUrl}/g/preview`);
}
