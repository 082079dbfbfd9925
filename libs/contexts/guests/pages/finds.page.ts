import { html, type SafeHtml } from '@remix-run/html-template';
import type { ItemRow } from '#contexts/items';
import type { Answer } from './item.page.js';
import { type Frame, facts, type GuestLocation, layout } from './layout.js';
import { pickup } from './pickup.js';
import { day, money } from './show.js';
import { writeLink } from './write.page.js';

/** An answer that is given for several at once. */
export type AnswerForAll = Extract<Answer, 'collect' | 'send'>;

interface ShownFind {
  item: ItemRow;
  /** Path of its own page. */
  path: string;
}

/** All finds of one owner, each with the way to its own page. @param together what can be answered for several of them at once */
export function findsPage(frame: Frame, finds: readonly ShownFind[], together: readonly AnswerForAll[]): string {
  const { words, path, query } = frame;
  const title = finds.length > 1 ? words.found.several : words.item.title;
  const tiles = together.map((answer) => {
    const { choose } = words.finds[answer];
    const hint = answer === 'send' ? words.finds.send.hint : words.answers.collect.hint;
    return html`<li><a class="choice ${answer}" href="${path}/${answer}${query}"><strong>${choose}</strong><span>${hint}</span></a></li>`;
  });
  const all = tiles.length === 0 ? '' : html`<h2>${words.finds.all}</h2><ul class="choices answers">${tiles}</ul>`;
  return layout(frame, title, html`<h1>${title}</h1>${listOf(frame, finds)}${all}${writeLink(frame)}`);
}

function listOf(frame: Frame, finds: readonly ShownFind[]): SafeHtml {
  const { query } = frame;
  const list = finds.map(
    ({ item, path }) =>
      html`<li><a class="choice" href="${path}${query}"><strong>${item.item}</strong><span>${statusOf(frame, item)}</span></a></li>`,
  );
  return html`<ul class="choices">${list}</ul>`;
}

function statusOf({ words, language, branding }: Frame, { status, payment, storage_expires_at }: ItemRow): string {
  if (payment?.paymentStatus === 'open') {
    return words.pair({ name: words.payment.title, value: money(language, payment.amount, payment.currency) });
  }
  const known: Record<string, { title: string }> = words.itemStatus;
  return known[status]?.title ?? `${words.item.answerBy} ${day({ language, branding }, storage_expires_at)}`;
}

interface CollectView {
  home: string;
  guestLocation: GuestLocation;
  /** Each with the day until which it is kept. */
  finds: readonly { item: ItemRow; until: Date }[];
  /** The items, for the form. */
  items: string;
}

/** Asks for confirmation before all are collected: by the day on which the storage of the first of them ends. */
export function collectAllPage(frame: Frame, { home, guestLocation, finds, items }: CollectView): string {
  const { words, path, query } = frame;
  const { title, confirm } = words.finds.collect;
  const until = new Date(Math.min(...finds.map((find) => find.until.getTime())));
  const kept = finds.map((find): [string, string] => {
    return [find.item.item, words.answers.collect.text({ date: day(frame, find.until) })];
  });
  const main = html`<h1>${title}</h1>
<section class="card">${facts(kept)}</section>
${pickup(frame, { guestLocation, until, calendar: null })}
<form method="post" action="${path}${query}"><input type="hidden" name="items" value="${items}"><button>${confirm}</button></form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, title, main);
}

/** Says for which the answer could not be recorded. */
export function failedPage(frame: Frame, finds: readonly ShownFind[], home: string): string {
  const { words, query } = frame;
  const { title, text } = words.finds.failed;
  const main = html`<h1>${title}</h1><p class="lead">${text}</p>${listOf(frame, finds)}
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, title, main);
}
