import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { COUNTRY_CODES, ISO_CODES, isoCodeOf } from '#contexts/reference';
import { plainContact } from '#platform/kernel';

/**
 * A number as people of the country dial it (`040 …`, `0049 …`) with + and the country prefix; other texts stay as they are, to be
 * refused. A text with a plus, or another sign that may be meant as one, is never read as a number of the country: it would become the
 * number of somebody else (decisions.md, section 9).
 */
export function withPrefix(text: string, countryID: string): string {
  const plain = plainContact(text);
  const isForeign = /\p{S}/u.test(plain);
  const country = isForeign ? undefined : (isoCodeOf(countryID) as CountryCode);
  // Without `extract` a second number, or words around it, would be left out in silence; an extension can't be kept.
  const number = parsePhoneNumberFromString(plain.replace(/^\((?=\+)/, ''), {
    ...(country && { defaultCountry: country }),
    extract: false,
  });
  if (!number?.isValid() || number.ext !== undefined || mayLackPlus(plain, number)) return plain;
  return `+${number.countryCallingCode} ${number.nationalNumber}`;
}

/** Whether a number of a country that dials a 0 first has none and is one of another country with a plus before it: nobody knows which. */
function mayLackPlus(plain: string, number: PhoneNumber): boolean {
  if (/^[^\d]*[+0]/.test(plain) || !number.formatNational().startsWith('0')) return false;
  const other = parsePhoneNumberFromString(`+${plain}`, { extract: false });
  return other?.isValid() === true && other.number !== number.number;
}

/** The country that a number with + belongs to, by its code in the list of countries; null where that is not known. */
export function countryOf(text: string | null): string | null {
  const country = text === null ? undefined : parsePhoneNumberFromString(plainContact(text))?.country;
  const listed = Object.keys(ISO_CODES).find((code) => ISO_CODES[code] === country) ?? country;
  return listed !== undefined && COUNTRY_CODES.includes(listed) ? listed : null;
}
