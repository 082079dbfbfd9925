import { html, type SafeHtml } from '@remix-run/html-template';
import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import type { Words } from '#contexts/texts';
import { chips, type FormState, fileField, listOf, problemSummary, selectField, textField } from './form.js';
import { type Frame, facts, layout, TYPED } from './layout.js';

interface LostView {
  token: string;
  /** Path of the search form; null if the Location has none. */
  found: string | null;
  indexed: boolean;
  embedded: boolean;
}

/** "I lost something", at one Location. */
export function lostPage(frame: Frame, state: FormState, { token, found, indexed, embedded }: LostView): string {
  const { words, path, query } = frame;
  const { lost } = words;
  const wasOpened = ['photo', 'location', 'reservationNumber', 'categories', 'colors'].some(
    (name) => state.problems.has(name) || listOf(state.filled, name).some((value) => value !== ''),
  );
  const room = textField(words, state, { name: 'room', label: words.found.room });
  const departure = textField(words, state, { name: 'departuredDate', label: lost.departuredDate, type: 'date' });
  const categories = CATEGORY_IDS.map((value) => ({ value, label: words.categories[value] ?? value }));
  const colors = COLOR_IDS.map((value) => ({ value, label: words.colors[value] ?? value, sample: `sample-${value}` }));
  const main = html`<h1>${lost.title}</h1>
<p class="lead">${lost.intro({ location: frame.branding?.name ?? '' })}</p>
${problemSummary(words, state, lost)}
<form id="${TYPED}" method="post" action="${path}${query}" enctype="multipart/form-data" novalidate>
<input type="hidden" name="token" value="${token}">
${textField(words, state, { name: 'request', label: lost.request, hint: lost.requestHint, lines: 3, required: true })}
<div class="row">${room}${departure}</div>
<details${wasOpened ? html` open` : ''}><summary>${lost.more}</summary>
${fileField(words, state, { name: 'photo', label: lost.photo, hint: lost.photoHint, accept: 'image/jpeg,image/png,image/gif,image/webp' })}
${textField(words, state, { name: 'location', label: lost.location, hint: lost.locationHint })}
${textField(words, state, { name: 'reservationNumber', label: words.found.reservationNumber })}
${selectField(words, state, { name: 'categories', label: lost.category, options: categories })}
${chips(words, state, { name: 'colors', label: lost.colors, options: colors })}
</details>
<h2>${lost.aboutYou}</h2>
<p class="hint">${lost.reachHint}</p>
${textField(words, state, { name: 'name', label: lost.name, autocomplete: 'name', required: true })}
${textField(words, state, { name: 'email', label: lost.email, type: 'email', autocomplete: 'email' })}
${textField(words, state, { name: 'phoneNumber', label: lost.phoneNumber, hint: lost.phoneHint, type: 'tel', autocomplete: 'tel' })}
<button>${lost.submit}</button>
</form>
${found === null || embedded ? '' : html`<p><a class="button quiet" href="${found}${query}">${lost.haveFound}</a></p>`}`;
  return layout(frame, lost.title, main, { wrong: state.problems.size > 0, indexed, embedded, typedTo: path });
}

/** Where a guest can be reached. */
type Contact = Readonly<{ email?: string | null; phoneNumber?: string | null }>;

/** The contact as it is kept: a telephone that was dialled as in the country has its prefix, and the guest sees what it became. */
export function contactGiven({ lost }: Words, { email = null, phoneNumber = null }: Contact): SafeHtml {
  return facts([
    [lost.email, email],
    [lost.phoneNumber, phoneNumber],
  ]);
}

/** Says within the hotel's own site that the report has been made; its page, which no site may frame, opens beside it. */
export function madePage(frame: Frame, path: string, given: Contact): string {
  const { request } = frame.words;
  const button = html`<a class="button" href="${path}" target="_blank" rel="noopener">${request.title}</a>`;
  const main = html`<h1>${request.made}</h1>${contactGiven(frame.words, given)}<p>${button}</p>`;
  return layout(frame, request.made, main, { embedded: true });
}
