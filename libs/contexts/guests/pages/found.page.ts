import { html } from '@remix-run/html-template';
import { type FormState, problemSummary, textField } from './form.js';
import { type Frame, layout } from './layout.js';

interface FoundView {
  token: string;
  /** Path of the form for reporting something lost. */
  lost: string;
  /** Whether a search has just found nothing. */
  nothing: boolean;
}

/** The search form for an item without its link: surname with reservation number or departure date. */
export function foundPage(frame: Frame, state: FormState, { token, lost, nothing }: FoundView): string {
  const { words, path, query } = frame;
  const { found } = words;
  const main = html`<h1>${found.title}</h1>
<p class="lead">${found.intro}</p>
${problemSummary(words, state, found)}
${nothing ? html`<div class="problems" role="alert"><p>${found.nothing}</p></div>` : ''}
<form method="post" action="${path}${query}" novalidate>
<input type="hidden" name="token" value="${token}">
${textField(words, state, { name: 'surname', label: found.surname, autocomplete: 'family-name', required: true })}
<p class="hint">${found.either}</p>
${textField(words, state, { name: 'reservationNumber', label: found.reservationNumber })}
${textField(words, state, { name: 'departuredDate', label: found.departuredDate, type: 'date' })}
<button>${found.submit}</button>
</form>
<p><a class="button quiet" href="${lost}${query}">${found.report}</a></p>`;
  return layout(frame, found.title, main);
}

/** The choice between several items of one owner. */
export function severalPage(frame: Frame, items: { path: string; item: string }[]): string {
  const { words, query } = frame;
  const choices = items.map(
    ({ path, item }) => html`<li><a class="choice" href="${path}${query}"><strong>${item}</strong></a></li>`,
  );
  return layout(frame, words.found.several, html`<h1>${words.found.several}</h1><ul class="choices">${choices}</ul>`);
}
