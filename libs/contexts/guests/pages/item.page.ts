import { html, type SafeHtml } from '@remix-run/html-template';
import { type ItemRow, type Payment, pictureForGuests, SHIPMENT_STATUSES, type ShipmentStatus } from '#contexts/items';
import { trackingUrl } from '#contexts/reference';
import type { Words } from '#contexts/texts';
import { dayIn } from '#platform/kernel';
import { type Frame, facts, type GuestLocation, layout } from './layout.js';
import { phoneLink } from './phone-link.js';
import { contactOf, phoneOf, pickup } from './pickup.js';
import { colorsIn, countryName, day, dimensions, isFresh, money, photoOf } from './show.js';
import { writeLink } from './write.page.js';

/** The answers an owner can give, as in the URL. */
export type Answer = keyof Words['answers'];

export interface ItemView {
  item: ItemRow;
  guestLocation: GuestLocation;
  /** The price of sending, as shown; null where nothing is said about it. */
  offer: string | null;
  /** Where the shipment is paid; null where the owner is sent a link. */
  payAt: string | null;
  /** Whether it is paid on a page that the own one leads to. */
  hasPage: boolean;
  /** Whether the guest comes back from there, or it did not answer. */
  led: 'waiting' | 'away' | null;
  /** The answers still open to the owner. */
  answers: readonly Answer[];
  /** Whether the owner may take back to have left it. */
  mayTakeBack: boolean;
  /** When the item came into each status. */
  reached: ReadonlyMap<string, string>;
  now: Date;
}

/** The item with the possible answers, or with its status once it cannot be answered any more. */
export function itemPage(frame: Frame, view: ItemView): string {
  return view.answers.includes('not-mine') ? questionPage(frame, view) : statusPage(frame, view);
}

function choices({ words, path, query }: Frame, { answers, offer, item }: ItemView): SafeHtml {
  const isOrdered = item.payment?.paymentStatus === 'open';
  const links = answers.map((answer) => {
    const name = answer === 'send' && isOrdered ? words.shipment.changeAddress : words.answers[answer].choose;
    const price = answer === 'send' && offer !== null ? html`<span class="price">${offer}</span>` : '';
    const link = html`<strong>${name}</strong><span>${words.answers[answer].hint}</span>${price}`;
    return html`<li><a class="choice ${answer}" href="${path}/${answer}${query}">${link}</a></li>`;
  });
  return html`<ul class="choices answers">${links}</ul>`;
}

/** The choices come before the details, so that they are in sight on a phone. */
function questionPage(frame: Frame, view: ItemView): string {
  const { words } = frame;
  const { item } = view;
  const hasFailed = item.payment?.paymentStatus === 'failed';
  const until = html`${words.item.answerBy} <strong>${day(frame, item.storage_expires_at)}</strong>`;
  const main = html`<h1>${words.item.title}</h1>
${hasFailed ? html`<p class="lead" role="status">${words.payment.failed}</p>` : ''}
<div class="find">${photoOf(pictureForGuests(item), '')}<p><span class="what">${item.item}</span>${until}</p></div>
<h2>${words.item.question}</h2>
${choices(frame, view)}
${card(frame, view)}
${writeLink(frame)}`;
  return layout(frame, words.item.title, main);
}

/** The choices the owner may still change. */
function wayBack(frame: Frame, view: ItemView): SafeHtml {
  const { words, path, query } = frame;
  const { answers, mayTakeBack } = view;
  if (mayTakeBack)
    return html`<form method="post" action="${path}/take-back${query}"><button>${words.item.takeBack}</button></form>`;
  return answers.length === 0 ? html`` : html`<h2>${words.item.change}</h2>${choices(frame, view)}`;
}

/** The amount due, where to pay it, or whom to ask. */
function payment(frame: Frame, due: Payment, view: ItemView): SafeHtml {
  const { words, language } = frame;
  const price = facts([[words.shipment.price, money(language, due.amount, due.currency)]]);
  return html`<section class="card important">${price}${wayToPay(frame, due, view)}</section>`;
}

function wayToPay({ words, path, query }: Frame, due: Payment, { payAt, hasPage, led, guestLocation }: ItemView): SafeHtml {
  const contact = facts(contactOf(words, guestLocation));
  if (due.problem) return html`<p>${words.payment.problem}</p>${contact}`;
  if (hasPage) {
    const said = led === null ? '' : html`<p role="status">${words.payment[led]}</p>`;
    const button = html`<button class="choice send">${words.payment.pay}</button>`;
    return html`${said}<form method="post" action="${path}/pay${query}">${button}</form>${led === 'away' ? contact : ''}`;
  }
  if (payAt === null) return html`<p>${words.payment.link}</p>${contact}`;
  return html`<p><a class="choice send" href="${payAt}"><strong>${words.payment.pay}</strong></a></p>`;
}

/** The money that was paid, and given back. */
function settled({ words, language }: Frame, { paymentStatus, amount, currency, refunded = 0 }: Payment): SafeHtml {
  if (paymentStatus !== 'paid' && paymentStatus !== 'refunded') return html``;
  const given = paymentStatus === 'refunded' && refunded === 0 ? amount : refunded;
  const shown = (sum: number) => (sum === 0 ? null : money(language, sum, currency));
  const lines = facts([
    [words.payment.paid, shown(amount)],
    [words.payment.refunded, shown(given)],
  ]);
  return html`<section class="card">${lines}</section>`;
}

function statusPage(frame: Frame, view: ItemView): string {
  const { item, guestLocation } = view;
  const { words, path } = frame;
  const toPay = item.payment?.paymentStatus === 'open' ? item.payment : null;
  const { title, text } = toPay
    ? words.payment
    : (words.itemStatus[item.status as keyof Words['itemStatus']] ?? words.itemStatus.expired);
  const shipped = (SHIPMENT_STATUSES as readonly string[]).includes(item.status);
  const main = html`<div class="status" role="status"><h1>${title}</h1><p class="lead">${text}</p></div>
${toPay ? payment(frame, toPay, view) : ''}
${item.status === 'pickup-by-guest' ? pickup(frame, { guestLocation, until: item.storage_expires_at, calendar: `${path}/calendar` }) : ''}
${item.status === 'wrong-owner' ? html`<p>${words.item.mistake}</p>${facts(contactOf(words, guestLocation))}` : ''}
${item.status === 'expired' ? facts([[words.pickup.phone, phoneLink(phoneOf(guestLocation), guestLocation.location)]]) : ''}
${shipped ? shipment(frame, view) : ''}
${item.payment ? settled(frame, item.payment) : ''}
${card(frame, view)}
${wayBack(frame, view)}
${writeLink(frame)}`;
  return layout(frame, title, main);
}

/** The description of the item by staff, as far as it helps to know it again. */
function card(frame: Frame, { item, guestLocation }: ItemView): SafeHtml {
  const { words, language } = frame;
  const { dimensions: parcel } = item.shipping;
  const sides = parcel && !parcel.fitsInServicePackaging ? [parcel.length, parcel.width, parcel.height] : [];
  const about = facts([
    [words.item.what, item.item],
    [words.item.brand, item.brand],
    [words.item.colors, colorsIn(frame, item.colors)],
    [words.item.where, item.location],
    [words.item.departure, day(frame, item.departured_date)],
    [words.item.parcel, dimensions(language, guestLocation.location.options.dimensionUnit, sides)],
  ]);
  return html`<section class="card">${photoOf(pictureForGuests(item), words.item.photo({ item: item.item }))}${about}</section>`;
}

/** The progress of the shipment, with its tracking number once known. */
function shipment({ words, language, branding }: Frame, view: ItemView): SafeHtml {
  const { item, reached, now } = view;
  const { status, shipment: known, owner } = item;
  const at = SHIPMENT_STATUSES.indexOf(status as ShipmentStatus);
  const steps = SHIPMENT_STATUSES.map((step, index) => {
    const moment = reached.get(step);
    const name = words.shipment.steps[step];
    if (index > at) return html`<li>${name}</li>`;
    const on = moment
      ? html`<time datetime="${dayIn(branding?.zone ?? 'UTC', new Date(moment))}">${day({ language, branding }, moment)}</time>`
      : '';
    if (index < at) return html`<li class="done">${name} <span class="state">${words.shipment.done}</span>${on}</li>`;
    return html`<li class="now" aria-current="step">${name} <span class="state">${words.shipment.now}</span>${on}</li>`;
  });
  const [carrier, number] = [known?.carrier ?? null, known?.trackingNumber ?? null];
  const page = known?.trackingUrl ?? trackingUrl(carrier, number);
  const isInTrouble = known?.problem != null && known.problem !== 'void-refused';
  const trouble = isInTrouble ? html`<p role="status">${words.shipment.trouble}</p>` : '';
  // Not the full address: anyone with the link would learn where the owner lives.
  const to = owner.address;
  const town = to && [to.city, to.countryID && countryName(language, to.countryID)].filter(Boolean).join(', ');
  return html`<section class="card important"><h2>${words.shipment.title}</h2><ol class="steps">${steps}</ol>${trouble}${facts([
    [words.shipment.carrier, carrier],
    [words.shipment.tracking, page === null ? number : html`<a href="${page}" rel="noreferrer">${number}</a>`],
    [words.shipment.to, town],
    // The guest who has just given it sees what it became, and nobody who has the link later.
    [words.address.phoneNumber, isFresh(reached.get('shipment-paid'), now) ? (to?.phoneNumber ?? null) : null],
  ])}</section>`;
}
