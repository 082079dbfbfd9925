import { html, type SafeHtml } from '@remix-run/html-template';
import { type ItemRow, type Payment, SHIPMENT_STATUSES, type ShipmentStatus } from '#contexts/items';
import type { LocationRow } from '#contexts/locations';
import type { Words } from '#contexts/texts';
import { type Frame, facts, layout } from './layout.js';
import { countryName, day, dimensions, listed, money, weight } from './show.js';

/** The answers an owner can give, as in the URL. */
export type Answer = keyof Words['answers'];

export interface ItemView {
  item: ItemRow;
  location: LocationRow;
  /** What the owner may still answer. */
  answers: readonly Answer[];
  /** Whether the owner may take back to have left it. */
  mayTakeBack: boolean;
}

/** The item with the possible answers, or with its status once it cannot be answered any more. */
export function itemPage(frame: Frame, view: ItemView): string {
  return view.answers.includes('not-mine') ? questionPage(frame, view) : statusPage(frame, view);
}

function choices({ words, path, query }: Frame, answers: readonly Answer[]): SafeHtml {
  const links = answers.map(
    (answer) =>
      html`<li><a class="choice ${answer}" href="${path}/${answer}${query}"><strong>${words.answers[answer].choose}</strong><span>${words.answers[answer].hint}</span></a></li>`,
  );
  return html`<ul class="choices">${links}</ul>`;
}

function questionPage(frame: Frame, { item, location, answers }: ItemView): string {
  const { words, language } = frame;
  const main = html`<h1>${words.item.title}</h1>
<p class="lead">${words.item.intro({ location: location.name })}</p>
${card(frame, item, location)}
<p class="due">${words.item.answerBy} <strong>${day(language, item.storage_expires_at)}</strong></p>
<h2>${words.item.question}</h2>
${choices(frame, answers)}`;
  return layout(frame, words.item.title, main);
}

/** What the owner may still change. */
function wayBack(frame: Frame, { answers, mayTakeBack }: ItemView): SafeHtml {
  const { words, path, query } = frame;
  if (mayTakeBack)
    return html`<form method="post" action="${path}/take-back${query}"><button>${words.item.takeBack}</button></form>`;
  return answers.length === 0 ? html`` : html`<h2>${words.item.change}</h2>${choices(frame, answers)}`;
}

/** What is to be paid, and where. */
function payment({ words, language }: Frame, { amount, currency, url }: Payment): SafeHtml {
  const isHere = url === null || url.includes('/g/');
  return html`<section class="card important">${facts([[words.shipment.price, money(language, amount, currency)]])}${isHere ? '' : html`<p><a class="choice send" href="${url}"><strong>${words.payment.pay}</strong></a></p>`}</section>`;
}

function statusPage(frame: Frame, view: ItemView): string {
  const { item, location } = view;
  const { words } = frame;
  const toPay = item.payment?.paymentStatus === 'open' ? item.payment : null;
  const { title, text } = toPay
    ? words.payment
    : (words.itemStatus[item.status as keyof Words['itemStatus']] ?? words.itemStatus.expired);
  const shipped = (SHIPMENT_STATUSES as readonly string[]).includes(item.status);
  const main = html`<div class="status" role="status"><h1>${title}</h1><p class="lead">${text}</p></div>
${toPay ? payment(frame, toPay) : ''}
${item.status === 'pickup-by-guest' ? pickup(frame, location, item.storage_expires_at) : ''}
${item.status === 'expired' ? facts([[words.pickup.phone, phone(location)]]) : ''}
${shipped ? shipment(frame, item) : ''}
${card(frame, item, location)}
${wayBack(frame, view)}`;
  return layout(frame, title, main);
}

/** The description of the item by staff, without internal data. */
function card({ words, language }: Frame, item: ItemRow, location: LocationRow): SafeHtml {
  const { dimensions: parcel, weight: weighed } = item.shipping;
  const { dimensionUnit, weightUnit } = location.options;
  const size = parcel?.fitsInServicePackaging
    ? words.item.standardParcel
    : dimensions(language, dimensionUnit, parcel ? [parcel.length, parcel.width, parcel.height] : []);
  const photo = item.image_url
    ? html`<img class="photo" src="${item.image_url}" alt="${words.item.photo({ item: item.item })}">`
    : html``;
  const about = facts([
    [words.item.what, item.item],
    [words.item.brand, item.brand],
    [
      words.item.colors,
      listed(
        language,
        item.colors.map((color) => words.colors[color] ?? color),
      ),
    ],
    [words.item.where, item.location],
    [words.item.departure, day(language, item.departured_date)],
    [words.item.parcel, size],
    [words.item.weight, weighed ? weight(words, language, weightUnit, weighed.ID) : null],
  ]);
  return html`<section class="card">${photo}${about}</section>`;
}

/** Where, and until when, the item can be collected (api-v2.md, pickupDetails). */
export function pickup({ words, language }: Frame, location: LocationRow, until: string | Date): SafeHtml {
  const { address, addressNumber, zipCode, city } = location.address;
  const place = html`${location.name}<br>${address} ${addressNumber}<br>${zipCode} ${city}`;
  return html`<section class="card important"><h2>${words.pickup.title}</h2>${facts([
    [words.pickup.until, day(language, until)],
    [words.request.where, place],
    [words.pickup.at, location.pickup_details.pickupLocation],
    [words.pickup.note, location.pickup_details.pickupIntructions],
    [words.pickup.phone, phone(location)],
  ])}</section>`;
}

function phone({ contact_details: { phoneNumber } }: LocationRow): SafeHtml | null {
  return phoneNumber === null ? null : html`<a href="tel:${phoneNumber.replace(/[^+\d]/g, '')}">${phoneNumber}</a>`;
}

/** The progress of the shipment, with its tracking number once known. */
function shipment({ words, language }: Frame, { status, shipment: known, owner }: ItemRow): SafeHtml {
  const at = SHIPMENT_STATUSES.indexOf(status as ShipmentStatus);
  const steps = SHIPMENT_STATUSES.map((step, index) => {
    const name = words.shipment.steps[step];
    if (index > at) return html`<li>${name}</li>`;
    if (index < at) return html`<li class="done">${name} <span class="state">${words.shipment.done}</span></li>`;
    return html`<li class="now" aria-current="step">${name} <span class="state">${words.shipment.now}</span></li>`;
  });
  // Not the full address: anyone with the link would learn where the owner lives.
  const to = owner.address;
  const town = to && [to.city, to.countryID && countryName(language, to.countryID)].filter(Boolean).join(', ');
  return html`<section class="card important"><h2>${words.shipment.title}</h2><ol class="steps">${steps}</ol>${facts([
    [words.shipment.carrier, known?.carrier ?? null],
    [words.shipment.tracking, known?.trackingNumber ?? null],
    [words.shipment.to, town],
  ])}</section>`;
}
