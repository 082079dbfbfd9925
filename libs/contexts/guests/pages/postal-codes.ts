import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { isoCodeOf } from '#contexts/reference';

/** Whether the country has postal codes. */
export function hasPostalCodes(countryID: string): boolean {
  return postcodeValidatorExistsForCountry(isoCodeOf(countryID));
}

/** Whether this is written like one of the country's postal codes; people leave out spaces and hyphens. */
export function isPostalCode(text: string, countryID: string): boolean {
  const plain = text.replace(/[\s-]/g, '');
  const forms = [text, plain, `${plain.slice(0, 3)}-${plain.slice(3)}`];
  return forms.some((form) => postcodeValidator(form, isoCodeOf(countryID)));
}
