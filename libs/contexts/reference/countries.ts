import { iso31661 } from 'iso-3166';

/** The countries of the specification in its order, by their codes of ISO 3166 and that of the Canary Islands, which have none. */
const CODES = `AF AL DZ AS AD AO AI AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BR BN BG BF BI KH CM CA CV KY CF TD CL CN CO
KM CG CK CR CI HR CU CY CZ DK DJ DM DO EC EG SV GQ ER EE ET FK FO FJ FI FR GF GA GM GE DE GH GI GR GL GD GP GU GT GN GW GY HT
HN HK HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY MV ML MT MH MQ MR MU
YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NO OM PK PW PA PG PY PE PH PL PT PR QA RE RO RU RW SH KN LC MF
VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA ES LK SD SR SZ SE CH SY TW TJ TZ TH TL TG TO TT TN TR TC TV UG UA AE GB US UY UZ
VU VE VN VI YE ZM ZW IC GG`;

/** Where the specification has another code: `CM` twice, `LN` for Sri Lanka, `XM` for Saint Martin (decisions.md, section 3). */
const OTHER_CODES: Readonly<Record<string, string>> = { DM: 'CM', LK: 'LN', MF: 'XM' };

/** Where it has another name than ISO 3166. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  BO: 'Bolivia',
  BN: 'Brunei',
  CV: 'Cape Verde',
  FK: 'Falkland Islands',
  IR: 'Iran',
  KP: 'North Korea',
  KR: 'South Korea',
  LA: 'Laos',
  FM: 'Micronesia',
  MD: 'Moldova',
  NL: 'Netherlands',
  RU: 'Russia',
  SH: 'Saint Helena',
  MF: 'Saint Martin',
  ST: 'São Tomé and Príncipe',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  GB: 'United Kingdom',
  US: 'United States',
  VE: 'Venezuela',
  VN: 'Vietnam',
  VI: 'U.S. Virgin Islands',
  IC: 'Canary Islands',
};

const ISO_NAMES = new Map(iso31661.map(({ alpha2, name }) => [alpha2, name]));

export interface Country {
  ID: string;
  name: string;
}

/** Countries as the specification has them (api-v2.md, Country). */
export const COUNTRIES: readonly Country[] = CODES.split(/\s/).map((code) => {
  return { ID: OTHER_CODES[code] ?? code, name: OTHER_NAMES[code] ?? ISO_NAMES.get(code)! };
});

/** Every code once. */
export const COUNTRY_CODES: readonly string[] = [...new Set(COUNTRIES.map((country) => country.ID))];

/** Codes that ISO 3166 does not know, with its own codes for them. */
export const ISO_CODES: Readonly<Record<string, string>> = { LN: 'LK', XM: 'MF' };

/** The code by which others know how the country writes addresses and dials: that of ISO 3166, of Spain for the Canary Islands. */
export function isoCodeOf(countryID: string): string {
  return countryID === 'IC' ? 'ES' : (ISO_CODES[countryID] ?? countryID);
}
