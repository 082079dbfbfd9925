import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** Codes in the list of countries that differ from ISO 3166, or have the codes of another country. */
const ISO: Record<string, string> = { LN: 'LK', XM: 'MF', IC: 'ES' };

/** Whether the country has postal codes. */
export function hasPostalCodes(countryID: string): boolean {
  return postcodeValidatorExistsForCountry(ISO[countryID] ?? countryID);
}

/** Whether this is written like one of the country's postal codes; people leave out spaces and hyphens. */
export function isPostalCode(text: string, countryID: string): boolean {
  const plain = text.replace(/[\s-]/g, '');
  const forms = [text, plain, `${plain.slice(0, 3)}-${plain.slice(3)}`];
  return forms.some((form) => postcodeValidator(form, ISO[countryID] ?? countryID));
}
