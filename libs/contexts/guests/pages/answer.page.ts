import { html } from '@remix-run/html-template';
import type { LocationRow } from '#contexts/locations';
import { COUNTRIES_WITH_STATES, statesOf } from '#contexts/reference';
import { type FormState, problemSummary, selectField, textField } from './form.js';
import { type Answer, pickup } from './item.page.js';
import { type Frame, layout } from './layout.js';
import { countryOptions, day } from './show.js';

/** The confirmation page of an answer. Answers are submitted by a form, so that opening a link never answers anything. */
interface AnswerView {
  /** Path of the link's main page. */
  home: string;
  location: LocationRow;
  /** Until when the item can be collected. */
  until: Date;
}

/** Asks for confirmation before an answer that cannot be undone. */
export function confirmPage(frame: Frame, answer: Exclude<Answer, 'send'>, { home, location, until }: AnswerView): string {
  const { words, path, query, language } = frame;
  const { title, text, confirm } = words.answers[answer];
  const main = html`<h1>${title}</h1>
<p class="lead">${typeof text === 'string' ? text : text({ date: day(language, until) })}</p>
${answer === 'collect' ? pickup(frame, location, until) : ''}
<form method="post" action="${path}${query}"><button>${confirm}</button></form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, title, main);
}

/** Asks for the shipping address; the name is the owner's, as far as it is known. */
export function sendPage(frame: Frame, state: FormState, { home, name }: { home: string; name: string }): string {
  const { words, language, path, query } = frame;
  const { address } = words;
  const field = (at: string, label: string, autocomplete: string, required = false) =>
    textField(words, state, { name: at, label, autocomplete, required });
  const states = COUNTRIES_WITH_STATES.map((country) => {
    const shown = state.problems.has(`state-${country}`) || state.filled.countryID === country;
    return selectField(words, state, {
      name: `state-${country}`,
      label: address.state,
      options: statesOf(country).map(({ code, name: label }) => ({ value: code, label })),
      autocomplete: 'address-level1',
      group: `state of-${country}${shown ? ' shown' : ''}`,
    });
  });
  const main = html`<h1>${words.answers.send.title}</h1>
${problemSummary(words, state, address)}
<form method="post" action="${path}${query}" novalidate>
${name === '' ? '' : html`<p class="recipient"><span>${address.name}</span> ${name}</p>`}
${field('companyName', address.companyName, 'organization')}
${field('address', address.address, 'address-line1', true)}
${field('address2', address.address2, 'address-line2')}
${field('zipCode', address.zipCode, 'postal-code')}
${field('city', address.city, 'address-level2', true)}
${selectField(words, state, { name: 'countryID', label: address.countryID, options: countryOptions(language), autocomplete: 'country', required: true })}
${states}
<button>${words.answers.send.confirm}</button>
</form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, words.answers.send.title, main);
}
