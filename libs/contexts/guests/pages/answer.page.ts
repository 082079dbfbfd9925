import { html } from '@remix-run/html-template';
import { type ItemRow, pictureForGuests } from '#contexts/items';
import { demandsPostalCode } from '#contexts/reference';
import type { Words } from '#contexts/texts';
import { type Filled, type FormState, problemSummary, selectField, textField, textOf } from './form.js';
import type { Answer } from './item.page.js';
import { type Frame, facts, type GuestLocation, layout, TYPED } from './layout.js';
import { contactOf, pickup } from './pickup.js';
import { countryOptions, day, type GuestAddress, guestAddressLines, lines, photoOf } from './show.js';
import { hasStates, STATES, stateField, stateLabels, stateOptions } from './states.js';

/** The confirmation page of an answer. Answers are submitted by a form, so that opening a link never answers anything. */
interface AnswerView {
  item: ItemRow;
  /** Path of the link's main page. */
  home: string;
  guestLocation: GuestLocation;
  /** Until when the item can be collected. */
  until: Date;
}

/** Asks for confirmation before an answer: for one by which the owner loses it, with what it is about between the two taps. */
export function confirmPage(
  frame: Frame,
  answer: Exclude<Answer, 'send'>,
  { home, item, guestLocation, until }: AnswerView,
): string {
  const { words, path, query } = frame;
  const { title, text, confirm } = words.answers[answer];
  const subject =
    answer === 'collect'
      ? pickup(frame, { guestLocation, until, calendar: null })
      : html`<div class="find">${photoOf(pictureForGuests(item), '')}<p><span class="what">${item.item}</span></p></div>`;
  const main = html`<h1>${title}</h1>
<p class="lead">${typeof text === 'string' ? text : text({ date: day(frame, until) })}</p>
${subject}
<form method="post" action="${path}${query}"><button>${confirm}</button></form>
<p><a class="${answer === 'not-mine' ? 'button quiet' : 'back'}" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, title, main);
}

/** Countries where addresses begin with the town and end with the recipient. */
const FROM_LARGE_TO_SMALL = ['CN', 'JP', 'KR', 'TW'];

/** The content of the form for the shipping address. */
export interface SendView {
  /** Path of the link's main page. */
  home: string;
  /** Whether the owner's email address or phone number is known. */
  reachable: boolean;
  /** The price, as far as it is known without the address. */
  offer: string | null;
  /** The things sent to the one address, each with its offer. */
  finds?: readonly { item: ItemRow; offer: string | null }[];
}

/** Asks for the shipping address. */
export function sendPage(frame: Frame, state: FormState, { home, reachable, offer, finds = [] }: SendView): string {
  const { words, language, path, query } = frame;
  const { address } = words;
  const field = (
    at: string,
    label: string,
    autocomplete: string,
    required = false,
    more: { type?: string; hint?: string } = {},
  ) => textField(words, state, { name: at, label, autocomplete, required, ...more });
  const labels = stateLabels(words);
  const states = Object.keys(STATES).map((country) => {
    const name = stateField(country);
    const shown = state.problems.has(name) || state.filled.countryID === country;
    return selectField(words, state, {
      name,
      label: labels[name]!,
      options: stateOptions(country, language),
      autocomplete: 'address-level1',
      required: true,
      group: `state of-${country}${shown ? ' shown' : ''}`,
    });
  });
  const recipient = html`${field('recipient', address.recipient, 'name', true)}
${field('companyName', address.companyName, 'organization')}
`;
  const street = html`${field('address', address.address, 'address-line1', true)}
${field('address2', address.address2, 'address-line2')}
`;
  const city = field('city', address.city, 'address-level2', true);
  const country = textOf(state.filled, 'countryID');
  const isDemanded = demandsPostalCode(country);
  const zipCode = field('zipCode', address.zipCode, 'postal-code', isDemanded, isDemanded ? {} : { hint: address.zipHint });
  const fromLarge = FROM_LARGE_TO_SMALL.includes(country);
  const town = fromLarge ? [zipCode, states, city] : hasStates(country) ? [city, states, zipCode] : [zipCode, city, states];
  const isSeveral = finds.length > 0;
  const title = isSeveral ? words.finds.send.title : words.answers.send.title;
  const items = textOf(state.filled, 'items');
  const free = finds.flatMap((find) => (find.offer === null ? find.item.item : []));
  const things = html`<section class="card">${facts(finds.map((find) => [find.item.item, find.offer]))}${lines(free)}</section>`;
  const options = countryOptions(language);
  const main = html`<h1>${title}</h1>
${isSeveral ? things : ''}
${offer === null ? '' : html`<p class="lead">${offer}</p>`}
${problemSummary(words, state, { ...address, ...labels })}
<form id="${TYPED}" method="post" action="${path}${query}" novalidate>
${items === '' ? '' : html`<input type="hidden" name="items" value="${items}">`}
${selectField(words, state, { name: 'countryID', label: address.countryID, options, autocomplete: 'country', required: true })}
${fromLarge ? [town, street, recipient] : [recipient, street, town]}
${field('phoneNumber', address.phoneNumber, 'tel', !reachable, { type: 'tel' })}
<button>${isSeveral ? words.finds.send.confirm : words.answers.send.confirm}</button>
</form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, title, main, { wrong: state.problems.size > 0, typedTo: path });
}

/** Says that nothing was ordered, as no price is known, and whom to ask. */
export function noPricePage(frame: Frame, home: string, guestLocation: GuestLocation): string {
  const { words, query } = frame;
  const main = html`<h1>${words.answers.send.title}</h1>
<p class="lead" role="alert">${words.shipment.noPrice}</p>
<section class="card">${facts(contactOf(words, guestLocation))}</section>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, words.answers.send.title, main);
}

/** Price and days as shown; an empty price is free of charge. */
type Offer = Readonly<{ price: string; days: string | null }>;

/** The owner's order. */
interface OrderView {
  /** Path of the link's main page. */
  home: string;
  parcels: readonly { item: ItemRow; offer: Offer }[];
  address: GuestAddress;
  total: string;
  /** Whether customs see it. */
  crossesCustoms: boolean;
}

/** Shows what is sent, where to and at what price, before it is ordered. The form goes along, and the price that is agreed to. */
export function orderPage(frame: Frame, filled: Filled, { home, parcels, address, total, crossesCustoms }: OrderView): string {
  const { words, language, path, query } = frame;
  const { shipment } = words;
  const hidden = Object.entries({ ...filled, price: total }).map(([name, value]) =>
    typeof value === 'string' ? html`<input type="hidden" name="${name}" value="${value}">` : '',
  );
  const to = lines(guestAddressLines(language, address));
  const phone: [string, string | null] = [words.address.phoneNumber, address.phoneNumber ?? null];
  const one = ({ item, offer: { days } }: OrderView['parcels'][number]) =>
    html`${photoOf(pictureForGuests(item), '')}${facts([
      [words.item.what, item.item],
      [shipment.to, to],
      phone,
      [shipment.price, total],
    ])}${days === null ? '' : html`<p>${shipment.delivery({ days })}</p>`}`;
  const several = () =>
    html`${facts([
      ...parcels.map(({ item, offer }): [string, string] => [item.item, priceOf(words, offer)]),
      [words.finds.total, total],
      [shipment.to, to],
      phone,
    ])}<p>${words.finds.separately}</p>`;
  const customs = crossesCustoms ? html`<p>${shipment.customs}</p>` : '';
  const change = html`<button class="button quiet" name="change" value="1">${shipment.changeAddress}</button>`;
  const main = html`<h1>${shipment.review}</h1>
<section class="card">${parcels.length > 1 ? several() : parcels.map(one)}${customs}</section>
<form id="${TYPED}" method="post" action="${path}${query}">${hidden}<button>${shipment.accept}</button><p>${change}</p></form>
<p><a class="back" href="${home}${query}">${words.back}</a></p>`;
  return layout(frame, shipment.review, main, { typedTo: path });
}

function priceOf({ shipment }: Words, { price, days }: Offer): string {
  const known = [price === '' ? shipment.free : price, ...(days === null ? [] : [shipment.delivery({ days })])];
  return known.join(' · ');
}
