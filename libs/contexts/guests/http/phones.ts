import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { COUNTRY_CODES, ISO_CODES, isoCodeOf } from '#contexts/reference';

/** A number as people of the country dial it (`040 …`, `0049 …`) with + and the country prefix; other texts stay as they are. */
export function withPrefix(text: string, countryID: string): string {
  const number = parsePhoneNumberFromString(text, isoCodeOf(countryID) as CountryCode);
  return number?.isValid() ? `+${number.countryCallingCode} ${number.nationalNumber}` : text;
}

/** The country that a number with + belongs to, by its code in the list of countries; null where that is not known. */
export function countryOf(text: string | null): string | null {
  const country = text === null ? undefined : parsePhoneNumberFromString(text)?.country;
  const listed = Object.keys(ISO_CODES).find((code) => ISO_CODES[code] === country) ?? country;
  return listed !== undefined && COUNTRY_CODES.includes(listed) ? listed : null;
}
