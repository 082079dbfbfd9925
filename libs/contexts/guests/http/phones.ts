import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { COUNTRY_CODES, ISO_CODES, isoCodeOf } from '#contexts/reference';
import { plainContact } from '#platform/kernel';

/** Pluses as they are written before a prefix, once more before a 00 too, and the 00 alone, with brackets and spaces around them. */
const [PLUSES, ABROAD] = [/^\(?(?:\+ ?)+(?:00 ?)?/, /^\(?00\)?[ -]?(?=[1-9])/];

/** `12 34 56/57` is two numbers, or one with what an exchange dials behind it; `06/12/34/56/78` is one. */
const MAY_BE_TWO = /(?:\d[^/\d]*){5}\/ ?\d{1,3}$/;

/** Digits as North America groups them, which few countries that dial a 0 first do. */
const AMERICAN = /^(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/** Digits with the 8 that Russia and its neighbours dial first, by itself or in no groups at all, and with the 8~10 of calls abroad. */
const [RUSSIAN, FROM_RUSSIA] = [/^8(?:[ (-]+(?=\d{3}[ )-]+\d{3}[ -]?\d\d[ -]?\d\d$)|(?=\d{10}$))/, /^8[ ~-]?10(?=\D?[1-9])/];

/** The 1 of mobile numbers of Mexico, which phones and messengers still keep behind the prefix, and nobody dials any more. */
const MEXICAN = /^(\+ ?52[ -]?)1[ -]?(?=\(?\d(?:[ )-]*\d){9}$)/;

/** The digits of a number without a 0 before it where the country dials none; more of them may be one of another country. */
const MOST_DIGITS: Readonly<Record<string, number>> = { IT: 10, SM: 10, LU: 9 };

/**
 * A number as people of the country dial it (`040 …`, `0049 …`) with + and the country prefix; other texts stay as they are, to be
 * refused. A text with a plus, or another sign that may be meant as one, is never read as a number of the country: it would become the
 * number of somebody else (decisions.md, section 9).
 */
export function withPrefix(text: string, countryID: string): string {
  const plain = plainContact(text);
  // A minus sign, as Japanese keyboards write it, stands between digits.
  const isForeign = /[^\P{S}\u2212]/u.test(plain);
  const country = isForeign ? undefined : (isoCodeOf(countryID) as CountryCode);
  const number = read(withoutOne(plain.replace(PLUSES, '+')), country);
  // Most of the world dials 00 before the prefix of a country; where one dials something else, nobody knows which of the two it is.
  const abroad = ABROAD.test(plain) ? read(withoutOne(plain.replace(ABROAD, '+'))) : null;
  const found = number ?? abroad;
  if (!found || (abroad ?? found).number !== found.number || mayLackPlus(plain, found) || MAY_BE_TWO.test(plain)) return plain;
  return `+${found.countryCallingCode} ${found.nationalNumber}`;
}

function withoutOne(text: string): string {
  return text.replace(MEXICAN, '$1');
}

/** Without `extract` a second number, or words around it, would be left out in silence; an extension can't be kept. */
function read(text: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, { ...(defaultCountry && { defaultCountry }), extract: false });
  return number?.isValid() && number.ext === undefined ? number : null;
}

/**
 * Whether a number of a country that dials a 0 first has none and is one of another country with a plus before it, one of North America,
 * or one of Russia with the 8 that is dialled there; or the 0 and the prefix of the country stand by themselves (`(049) 170 …`): nobody
 * knows which.
 */
function mayLackPlus(plain: string, number: PhoneNumber): boolean {
  const [, prefix] = /^\(?0([1-9]\d*)[) ]/.exec(plain) ?? [];
  if (prefix === number.countryCallingCode && read(`+${plain.replace(/\D/g, '').slice(1)}`)) return true;
  if (/^[^\d]*[+0]/.test(plain)) return false;
  const isUsual = number.nationalNumber.length <= (MOST_DIGITS[number.country ?? ''] ?? Number.POSITIVE_INFINITY);
  // No number of North America begins with two digits by themselves, as a prefix does.
  const isApart = number.countryCallingCode === '1' && /^\d\d[ .-]/.test(plain);
  if (isUsual && !isApart && !/^\(?0/.test(number.formatNational())) return false;
  // Mobile numbers of some countries begin with an 8, and many leave out the 0 before it.
  const isRussian = RUSSIAN.test(plain) && !(/^\d+$/.test(plain) && number.getType() === 'MOBILE');
  const russian = isRussian ? plain.replace(RUSSIAN, '+7 ') : plain.replace(FROM_RUSSIA, '+');
  const others = [read(`+${plain}`), AMERICAN.test(plain) ? read(`+1 ${plain}`) : null, read(russian)];
  return others.some((other) => other !== null && other.number !== number.number);
}

/** The country that a number with + belongs to, by its code in the list of countries; null where that is not known. */
export function countryOf(text: string | null): string | null {
  const country = text === null ? undefined : parsePhoneNumberFromString(plainContact(text))?.country;
  const listed = Object.keys(ISO_CODES).find((code) => ISO_CODES[code] === country) ?? country;
  return listed !== undefined && COUNTRY_CODES.includes(listed) ? listed : null;
}
