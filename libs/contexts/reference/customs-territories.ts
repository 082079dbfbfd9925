/** A place that a parcel leaves or goes to: the specification's country and, where it is known, the postcode as it was given. */
export interface CustomsPlace {
  countryID: string;
  zipCode?: string | null;
}

/**
 * The European Union, for parcels: its customs territory (Regulation (EU) 952/2013, article 4, with Monaco) without the parts that lie
 * outside of its territory for taxes (Directive 2006/112/EC, article 6), which want a declaration all the same.
 */
const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' ');

/** Countries that are one customs territory with another: Liechtenstein by its treaty of 1923, Puerto Rico by 19 CFR 101.1. */
const WITH: Readonly<Record<string, string>> = { LI: 'CH', PR: 'US' };

/** Parts of members of the Union that are outside of the one territory or the other, by the beginning of their postcodes. */
const APART: readonly [country: string, zipCode: RegExp, territory: string][] = [
  ['DE', /^27498/, 'Heligoland'],
  ['DE', /^78266/, 'Büsingen'],
  ['ES', /^3[58]/, 'IC'],
  ['ES', /^51/, 'Ceuta'],
  ['ES', /^52/, 'Melilla'],
  ['FI', /^22/, 'Åland'],
  ['FR', /^97(150|8)/, 'XM'],
  ['FR', /^971/, 'GP'],
  ['FR', /^972/, 'MQ'],
  ['FR', /^973/, 'GF'],
  ['FR', /^974/, 'RE'],
  ['FR', /^976/, 'YT'],
  ['GR', /^6308[67]/, 'Mount Athos'],
  ['IT', /^22061/, 'Campione'],
  ['IT', /^23041/, 'Livigno'],
];

/** Northern Ireland is in the United Kingdom's territory and follows the Union's rules for goods (Windsor Framework): neither asks. */
const isNorthernIreland = ({ countryID, zipCode }: CustomsPlace) => countryID === 'GB' && /^BT/i.test(zipCode?.trim() ?? '');

/** True where a parcel needs a customs declaration: it leaves the customs territory that it was in (decisions.md, section 14). */
export function leavesCustomsTerritory(from: CustomsPlace, to: CustomsPlace): boolean {
  const territories = [territoryOf(from), territoryOf(to)];
  if (isNorthernIreland(from) || isNorthernIreland(to)) return !territories.every((one) => one === 'EU' || one === 'GB');
  return territories[0] !== territories[1];
}

function territoryOf({ countryID, zipCode }: CustomsPlace): string {
  // As it is written: with a space, with the country's sign before it.
  const digits = zipCode?.replace(/\D/g, '') ?? '';
  const apart = APART.find(([country, begins]) => country === countryID && begins.test(digits));
  if (apart) return apart[2];
  return EUROPEAN_UNION.includes(countryID) ? 'EU' : (WITH[countryID] ?? countryID);
}
