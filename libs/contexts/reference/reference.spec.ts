import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from './categories.js';
import { COLORS } from './colors.js';
import { COUNTRIES } from './countries.js';
import { isSubdivision } from './subdivisions.js';

/** The lines of api-v2.md, literally. */
const SPECIFIED_COUNTRIES =
  'AF AL DZ AS AD AO AI AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BR BN BG BF BI KH CM CA CV KY CF TD CL CN CO ' +
  'KM CG CK CR CI HR CU CY CZ DK DJ CM DO EC EG SV GQ ER EE ET FK FO FJ FI FR GF GA GM GE DE GH GI GR GL GD GP GU GT GN GW GY HT ' +
  'HN HK HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY MV ML MT MH MQ MR MU ' +
  'YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NO OM PK PW PA PG PY PE PH PL PT PR QA RE RO RU RW SH KN LC XM ' +
  'VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA ES LN SD SR SZ SE CH SY TW TJ TZ TH TL TG TO TT TN TR TC TV UG UA AE GB US UY UZ ' +
  'VU VE VN VI YE ZM ZW IC GG';
const SPECIFIED_COLORS =
  'black, grey, white, cream, beige, orange, red, burgundy, pink, purple, lightBlue, blue, navy, mint, green, darkGreen, sand, ' +
  'brown, yellow, silver, gold, multiColor';
const SPECIFIED_CATEGORIES =
  'bag, clothing, electronic_main, electronic_secondary, jewelry, misc, personal_care, private_item, toy';

describe('reference lists', () => {
  it('countries stand in the order of the specification', () => {
    expect(COUNTRIES.map((country) => country.ID).join(' ')).toBe(SPECIFIED_COUNTRIES);
  });

  it('CM is Cameroon at its place and Dominica where DM would stand', () => {
    const names = COUNTRIES.filter((country) => country.ID === 'CM').map((country) => country.name);
    expect(names).toEqual(['Cameroon', 'Dominica']);
    expect(new Set(COUNTRIES.map((country) => country.name)).size).toBe(COUNTRIES.length);
  });

  it('the names of countries stay, whatever ISO 3166 calls one of them later', () => {
    const names = COUNTRIES.map((country) => country.name).join('\n');
    expect(createHash('sha256').update(names).digest('hex').slice(0, 12)).toBe('992f58e76826');
  });

  it.each([
    ['LN', 'Sri Lanka'],
    ['XM', 'Saint Martin'],
    ['IC', 'Canary Islands'],
    ['GG', 'Guernsey'],
  ])('%s is %s', (code, name) => {
    expect(COUNTRIES.find((country) => country.ID === code)?.name).toBe(name);
  });

  it('colors and categories are the specified ones', () => {
    expect(COLORS.map((color) => color.ID).join(', ')).toBe(SPECIFIED_COLORS);
    expect(CATEGORIES.map((category) => category.ID).join(', ')).toBe(SPECIFIED_CATEGORIES);
  });

  it('a color is a hex value, many colors a gradient', () => {
    for (const { ID, value } of COLORS)
      expect(value, ID).toMatch(ID === 'multiColor' ? /^linear-gradient\(.+\)$/ : /^#[0-9a-f]{6}$/);
  });

  it('only Australia, Canada and the USA have states', () => {
    expect([isSubdivision('AU', 'NSW'), isSubdivision('CA', 'ON'), isSubdivision('US', 'CA')]).toEqual([true, true, true]);
    expect([isSubdivision('US', 'NSW'), isSubdivision('NL', 'NH'), isSubdivision('US', 'ca')]).toEqual([false, false, false]);
  });
});
