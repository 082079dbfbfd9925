import { html } from '@remix-run/html-template';
import type { RequestRow } from '#contexts/requests';
import type { Words } from '#contexts/texts';
import { type FormState, problemSummary, textField } from './form.js';
import { type Frame, facts, layout, TYPED } from './layout.js';
import { contactGiven } from './lost.page.js';
import { colorsIn, day, photoOf } from './show.js';
import { writeLink } from './write.page.js';

export interface RequestView {
  request: RequestRow;
  /** Whether it can be withdrawn now. */
  withdrawable: boolean;
  /** Whether it was made just now. */
  isNew: boolean;
  /** The page's full URL, for a guest to whom no mail brings it; else null. */
  address: string | null;
  /** Path of the matched item's page, or null. */
  itemPath: string | null;
  state: FormState;
}

/** A Request as its guest sees it: its status, the staff's question, and how to withdraw it. */
export function requestPage(frame: Frame, { request, withdrawable, isNew, address, itemPath, state }: RequestView): string {
  const { words, path, query } = frame;
  const { title, text } = words.requestStatus[request.status as keyof Words['requestStatus']];
  const asked = request.status === 'waiting-guest-response' && request.question !== null;
  const answer = textField(words, state, { name: 'answer', label: words.request.answer, lines: 4, required: true });
  const question = html`<section class="card important"><h2>${words.request.question}</h2>${problemSummary(words, state, words.request)}
<blockquote><bdi>${request.question}</bdi></blockquote>
<form id="${TYPED}" method="post" action="${path}/answer${query}" novalidate>
${answer}<button>${words.request.send}</button></form></section>`;
  const link =
    address === null ? '' : html`<p>${words.request.keep}</p><p class="address"><a href="${address}">${address}</a></p>`;
  const made = html`<section class="card important" role="status"><p><strong>${words.request.made}</strong></p>
${contactGiven(words, request.owner)}${link}</section>`;
  const main = html`<h1>${words.request.title}</h1>
${isNew ? made : ''}
<div class="status"><h2>${title}</h2><p class="lead">${text}</p></div>
${itemPath === null ? '' : html`<p><a class="button" href="${itemPath}${query}">${words.request.seeItem}</a></p>`}
${asked ? question : ''}
<section class="card">${photoOf(request.image_url, words.item.photo({ item: request.request }))}${facts([
    [words.request.number, String(request.request_number)],
    [words.request.lost, request.request],
    [words.request.where, request.location],
    [words.request.departure, request.departured_date && day(frame, request.departured_date)],
    [words.item.colors, colorsIn(frame, request.colors)],
    [words.request.made_at, day(frame, request.created_at)],
    [words.request.until, withdrawable ? day(frame, request.expires_at) : null],
    [words.request.ourQuestion, asked || request.answer === null ? null : request.question],
    [words.request.yourAnswer, request.answer],
  ])}</section>
${writeLink(frame)}
${withdrawable ? html`<p><a class="button quiet" href="${path}/withdraw${query}">${words.request.withdraw}</a></p>` : ''}`;
  return layout(frame, words.request.title, main, { wrong: state.problems.size > 0, typedTo: asked ? `${path}/answer` : null });
}

/** Asks a guest for confirmation before the Request is withdrawn. */
export function withdrawPage(frame: Frame, home: string): string {
  const { words, path, query } = frame;
  const main = html`<h1>${words.request.withdrawTitle}</h1>
<p class="lead">${words.request.withdrawText}</p>
<form method="post" action="${path}${query}"><button>${words.request.withdrawConfirm}</button></form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, words.request.withdrawTitle, main);
}
