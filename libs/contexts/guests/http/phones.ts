import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Codes in the list of countries that differ from ISO 3166. */
const ISO: Record<string, string> = { LN: 'LK', XM: 'MF', IC: 'ES' };

/** A number as people of the country dial it (`040 …`, `0049 …`) with + and the country prefix; what is none stays as it is. */
export function withPrefix(text: string, countryID: string): string {
  const number = parsePhoneNumberFromString(text, (ISO[countryID] ?? countryID) as CountryCode);
  return number?.isValid() ? `+${number.countryCallingCode} ${number.nationalNumber}` : text;
}
