import { html, type SafeHtml } from '@remix-run/html-template';
import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/max';
import type { LocationRow } from '#contexts/locations';
import { isoCodeOf } from '#contexts/reference';
import { plainContact } from '#platform/kernel';

/** A telephone number of a Location to call, with the words that staff wrote beside it; null without one. */
export function phoneLink(text: string | null, { address }: Pick<LocationRow, 'address'>): SafeHtml | null {
  if (text === null) return null;
  const link = dialling(text, address.countryID);
  return link === null ? html`${text}` : html`<a href="${link}">${text}</a>`;
}

/** The address that dials the only number in a text, from wherever the guest is; null for several, or for none that can be dialled. */
export function dialling(text: string, countryID: string): string | null {
  const plain = plainContact(text);
  const found = findPhoneNumbersInText(plain, isoCodeOf(countryID) as CountryCode);
  if (found.length === 1) return found[0]!.number.getURI();
  return found.length === 0 && /^\+?[\d ]{3,}$/.test(plain) ? `tel:${plain.replaceAll(' ', '')}` : null;
}
