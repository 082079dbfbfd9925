import { html, type SafeHtml } from '@remix-run/html-template';
import { textIn } from '#contexts/guest-settings';
import { addressLines } from '#contexts/reference';
import type { Words } from '#contexts/texts';
import { type Frame, facts, type GuestLocation } from './layout.js';
import { phoneLink } from './phone-link.js';
import { countryName, day, lines } from './show.js';

interface PickupView {
  guestLocation: GuestLocation;
  /** Until when it can be collected. */
  until: string | Date;
  /** Path of the calendar file, or null. */
  calendar: string | null;
}

/** Where, when, and until when the item can be collected: what guests see, not what couriers get. */
export function pickup({ words, language, branding, query }: Frame, { guestLocation, until, calendar }: PickupView): SafeHtml {
  const { place, openingHours, note } = guestLocation.settings.pickup;
  const said = (text: typeof note) => html`<span class="lines">${textIn(text, [language])}</span>`;
  const links = [
    html`<a class="choice" href="${mapOf(guestLocation)}" rel="noreferrer">${words.pickup.map}</a>`,
    ...(calendar === null ? [] : [html`<a class="choice" href="${calendar}${query}">${words.pickup.calendar}</a>`]),
  ];
  const isLonger = guestLocation.location.storage_after_item_storage_days > 0;
  return html`<section class="card important"><h2>${words.pickup.title}</h2>${isLonger ? html`<p>${words.pickup.longer}</p>` : ''}${facts(
    [
      [words.pickup.until, day({ language, branding }, until)],
      [words.pickup.at, place],
      [words.request.where, lines([guestLocation.branding.name, ...addressOf(language, guestLocation)])],
      [words.pickup.hours, openingHours && said(openingHours)],
      [words.pickup.note, note && said(note)],
      ...contactOf(words, guestLocation),
    ],
  )}<ul class="choices answers links">${links.map((link) => html`<li class="half">${link}</li>`)}</ul></section>`;
}

/** The Location's address and contact. */
export function contact({ words, language }: Frame, guestLocation: GuestLocation): SafeHtml {
  return html`<section class="card"><h2>${guestLocation.branding.name}</h2>${facts([
    [words.request.where, lines(addressOf(language, guestLocation))],
    ...contactOf(words, guestLocation),
  ])}</section>`;
}

function addressOf(language: Frame['language'], { location: { address } }: GuestLocation): string[] {
  return [...addressLines(address, language), countryName(language, address.countryID)];
}

/** Telephone and email address, as far as there are any. */
export function contactOf(words: Words, guestLocation: GuestLocation): [string, SafeHtml | null][] {
  const { email } = guestLocation.settings.pickup;
  return [
    [words.pickup.phone, phoneLink(phoneOf(guestLocation), guestLocation.location)],
    [words.lost.email, email === null ? null : html`<a href="mailto:${email}">${email}</a>`],
  ];
}

/** The telephone number that guests call; null once it was erased with the contact person. */
export function phoneOf({ settings, location }: GuestLocation): string | null {
  return settings.pickup.phoneNumber ?? location.contact_details.phoneNumber;
}

/** OpenStreetMap at the coordinates, else looking for the address: it works in every browser, without an account. */
function mapOf({ settings: { pickup: at }, location: { address } }: GuestLocation): string {
  if (at.latitude !== null)
    return `https://www.openstreetmap.org/?mlat=${at.latitude}&mlon=${at.longitude}#map=17/${at.latitude}/${at.longitude}`;
  const wanted = [...addressLines(address), address.countryID].join(', ');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(wanted)}`;
}
