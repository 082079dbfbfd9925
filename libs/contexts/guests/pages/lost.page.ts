import { html } from '@remix-run/html-template';
import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { chips, type FormState, problemSummary, selectField, textField } from './form.js';
import { type Frame, layout } from './layout.js';

interface LostView {
  token: string;
  /** Path of the search form; null if the Location has none. */
  found: string | null;
}

/** "I lost something", at one Location. */
export function lostPage(frame: Frame, state: FormState, { token, found }: LostView): string {
  const { words, path, query } = frame;
  const { lost } = words;
  const main = html`<h1>${lost.title}</h1>
<p class="lead">${lost.intro({ location: frame.place ?? '' })}</p>
${problemSummary(words, state, lost)}
<form method="post" action="${path}${query}" novalidate>
<input type="hidden" name="token" value="${token}">
${textField(words, state, { name: 'request', label: lost.request, hint: lost.requestHint, lines: 3, required: true })}
${textField(words, state, { name: 'location', label: lost.location, hint: lost.locationHint })}
${textField(words, state, { name: 'departuredDate', label: lost.departuredDate, type: 'date' })}
${selectField(words, state, { name: 'categories', label: lost.category, options: CATEGORY_IDS.map((value) => ({ value, label: words.categories[value] ?? value })) })}
${chips(words, state, { name: 'colors', label: lost.colors, options: COLOR_IDS.map((value) => ({ value, label: words.colors[value] ?? value, sample: `sample-${value}` })) })}
<h2>${lost.aboutYou}</h2>
<p class="hint">${lost.reachHint}</p>
${textField(words, state, { name: 'name', label: lost.name, autocomplete: 'name', required: true })}
${textField(words, state, { name: 'email', label: lost.email, type: 'email', autocomplete: 'email' })}
${textField(words, state, { name: 'phoneNumber', label: lost.phoneNumber, hint: lost.phoneHint, type: 'tel', autocomplete: 'tel' })}
<button>${lost.submit}</button>
</form>
${found === null ? '' : html`<p><a class="button quiet" href="${found}${query}">${lost.haveFound}</a></p>`}`;
  return layout(frame, lost.title, main);
}
