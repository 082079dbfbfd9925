import { html } from '@remix-run/html-template';
import { type FormState, problemSummary, textField } from './form.js';
import { type Frame, layout, TYPED } from './layout.js';

interface FoundView {
  token: string;
  /** Path of the form for reporting something lost. */
  lost: string;
  /** Whether a search has just been made; what it found is not said. */
  searched: boolean;
}

/** The search form for an item without its link: surname, departure date, and reservation number or room. */
export function foundPage(frame: Frame, state: FormState, { token, lost, searched }: FoundView): string {
  const { words, path, query } = frame;
  const { found } = words;
  const told = html`<p><strong>${found.searched}</strong></p><p>${found.ifNothingComes}</p>`;
  const answer = html`<section class="card important" role="status">${told}</section>`;
  const main = html`<h1>${found.title}</h1>
${searched ? answer : html`<p class="lead">${found.intro}</p>`}
${problemSummary(words, state, found)}
<form id="${TYPED}" method="post" action="${path}${query}" novalidate>
<input type="hidden" name="token" value="${token}">
${textField(words, state, { name: 'surname', label: found.surname, autocomplete: 'family-name', required: true })}
<p class="hint">${found.howMuch}</p>
${textField(words, state, { name: 'departuredDate', label: found.departuredDate, type: 'date' })}
${textField(words, state, { name: 'reservationNumber', label: found.reservationNumber })}
${textField(words, state, { name: 'room', label: found.room })}
<button>${found.submit}</button>
</form>
<p><a class="button quiet" href="${lost}${query}">${found.report}</a></p>`;
  return layout(frame, found.title, main, { wrong: state.problems.size > 0, typedTo: path });
}

/** The choice between several items of one owner. */
export function severalPage(frame: Frame, items: { path: string; item: string }[]): string {
  const { words, query } = frame;
  const choices = items.map(
    ({ path, item }) => html`<li><a class="choice" href="${path}${query}"><strong>${item}</strong></a></li>`,
  );
  return layout(frame, words.found.several, html`<h1>${words.found.several}</h1><ul class="choices">${choices}</ul>`);
}
