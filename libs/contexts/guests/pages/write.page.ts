import { html, type SafeHtml } from '@remix-run/html-template';
import { type FormState, fileField, problemSummary, textField } from './form.js';
import { type Frame, layout, messagePage, TYPED } from './layout.js';

/** Characters of a message (decisions.md, section 14, Replies). */
export const MOST_WRITTEN = 2_000;

/** The way to the form. */
export function writeLink({ words, path, query }: Frame): SafeHtml {
  return html`<p><a class="button quiet" href="${path}/write${query}">${words.write.title}</a></p>`;
}

/** A message to the Location, and a photo. @param shown `once`: tells this page from others, so that it is sent once */
export function writePage(frame: Frame, state: FormState, { home, once }: { home: string; once: string }): string {
  const { words, query } = frame;
  const { write, lost } = words;
  const path = `${home}/write`;
  const main = html`<h1>${write.title}</h1>
${problemSummary(words, state, { ...write, photo: lost.photo })}
<form id="${TYPED}" method="post" action="${path}${query}" enctype="multipart/form-data" novalidate>
<input type="hidden" name="once" value="${once}">
${textField(words, state, { name: 'text', label: write.text, lines: 6, required: true, most: MOST_WRITTEN })}
${fileField(words, state, { name: 'photo', label: lost.photo, accept: 'image/jpeg,image/png,image/gif,image/webp' })}
<button>${lost.submit}</button>
</form>
${back(frame, home)}`;
  return layout(frame, write.title, main, { wrong: state.problems.size > 0, typedTo: path });
}

/** Says that the message has arrived. */
export function writtenPage(frame: Frame, home: string): string {
  const { sent: title, sentText: text } = frame.words.write;
  return messagePage(frame, { title, text }, back(frame, home));
}

function back({ words, query }: Frame, home: string): SafeHtml {
  return html`<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
}
