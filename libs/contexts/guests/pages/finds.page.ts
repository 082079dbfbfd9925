import { html } from '@remix-run/html-template';
import type { ItemRow } from '#contexts/items';
import { type Frame, layout } from './layout.js';
import { day } from './show.js';

/** All finds of one owner, each with the way to its own page. */
export function findsPage(frame: Frame, finds: readonly { item: ItemRow; path: string }[]): string {
  const { words, language, query } = frame;
  const known: Record<string, { title: string }> = words.itemStatus;
  const list = finds.map(({ item, path }) => {
    const status = known[item.status]?.title ?? `${words.item.answerBy} ${day(language, item.storage_expires_at)}`;
    return html`<li><a class="choice" href="${path}${query}"><strong>${item.item}</strong><span>${status}</span></a></li>`;
  });
  const title = finds.length > 1 ? words.found.several : words.item.title;
  return layout(frame, title, html`<h1>${title}</h1><ul class="choices">${list}</ul>`);
}
