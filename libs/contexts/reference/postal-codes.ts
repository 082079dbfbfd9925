import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { plainContact } from '#platform/kernel';
import { isoCodeOf } from './countries.js';

/** Countries where the post demands a code: `require` has `Z` in Google's libaddressinput (June 2025, Apache License 2.0). */
const DEMANDED = new Set(
  (
    'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV MF MH MP ' +
    'MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA'
  ).split(' '),
);

/** The sign in a code as the country writes it, with how many characters stand behind it (`zipex` of the same source, and its post). */
const WRITTEN: Readonly<Record<string, string>> = {
  ' ': 'NL2 SE2 CZ2 SK2 GR2 BM2 GB3 GG3 JE3 IM3 CA3 FK3 GI3 GS3 IO3 PN3 SH3 TC3 IE4 LB4 MT4 SO5',
  '-': 'JP4 BR3 PT3 PL3 KY4 LV4 AI4 IR5 US4 AS4 FM4 GU4 MH4 MP4 PR4 PW4 VI4',
};
const SIGNS = new Map(
  Object.entries(WRITTEN).flatMap(([sign, places]) =>
    places.split(' ').map((place) => [place.slice(0, 2), { sign, behind: Number(place[2]) }] as const),
  ),
);

/** Codes that the countries write and the library does not know (`zip` and `zipex` of the same source, and their posts). */
const MORE: Readonly<Record<string, RegExp>> = {
  AR: /^\d{4}$/,
  AS: /^96799-\d{4}$/,
  EG: /^\d{7}$/,
  GB: /^(GIR 0AA|BFPO \d{1,4})$/,
  HN: /^[A-Z]{2}\d{4}$/,
  KH: /^\d{6}$/,
  KZ: /^[A-Z]\d{2}[A-Z]\d[A-Z]\d$/,
  NI: /^\d{5}$/,
  PE: /^(LIMA|CALLAO) \d{1,2}$/,
  PW: /^96940-\d{4}$/,
  SA: /^\d{5}-\d{4}$/,
  SO: /^[A-Z]{2} \d{5}$/,
  SV: /^(CP )?\d{4}$/,
  VE: /^\d{4}-[A-Z]$/,
};

/** The sign of the country that people write before a code, `D-10115`, where it is not the ISO code; that one counts everywhere. */
const COUNTRY_SIGNS: Readonly<Record<string, string>> = {
  ...{ AT: 'A', BE: 'B', DE: 'D', EE: 'EST', ES: 'E', FI: 'FIN', FR: 'F', HU: 'H', IT: 'I', LI: 'FL', LU: 'L', NO: 'N' },
  ...{ PT: 'P', SE: 'S', SG: 'S', SI: 'SLO' },
};

/** Countries whose own posts write the sign of the country in a code. */
const WITH_SIGN: readonly string[] = ['AI', 'LT', 'LV'];

/**
 * Signs that people put between the parts of a code and around it, those of the posts of Japan and Korea, and the sound mark that Japanese
 * keyboards write as a dash.
 */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212ー.()〒우]/gu;

/** Whether the country's post demands a postal code. */
export function demandsPostalCode(countryID: string): boolean {
  return DEMANDED.has(isoCodeOf(countryID));
}

/**
 * A postal code as the country writes it, from whatever case, width and signs between it was written with; null if it is none of the
 * country. Where nothing is known of the country's codes, the text in its plain width.
 */
export function postalCodeOf(text: string, countryID: string): string | null {
  const country = isoCodeOf(countryID);
  const plain = plainContact(text)
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .trim();
  const code = plain.toUpperCase().replace(BETWEEN, '');
  if (!postcodeValidatorExistsForCountry(country)) return plain;
  return formOf(withoutCountry(code, country), country) ?? formOf(code, country);
}

/** The first way to write the characters of a code that is one of the country's. */
function formOf(code: string, country: string): string | null {
  const written = SIGNS.get(country);
  const split = (at: number, sign: string) => `${code.slice(0, at)}${sign}${code.slice(at)}`;
  const usual = written ? [split(code.length - written.behind, written.sign)] : [];
  const others = Array.from(code, (_, at) => [split(at, ' '), split(at, '-')]).flat();
  return [...usual, code, ...others].find((form) => isWritten(form, country)) ?? null;
}

/** A code without the sign of its own country: that of another would make the code of another town of it. */
function withoutCountry(code: string, country: string): string {
  if (WITH_SIGN.includes(country)) return code;
  return code.replace(new RegExp(`^(?:${COUNTRY_SIGNS[country] ?? country}|${country})(?=\\d)`), '');
}

/** An empty text is no code, though some of the library's patterns take it. */
function isWritten(form: string, country: string): boolean {
  return form !== '' && (postcodeValidator(form, country) || MORE[country]?.test(form) === true);
}
