import { iso31662 } from 'iso-3166';

/** Only these countries have a `state` (api-v2.md, owner.address.state, address.state). */
const WITH_STATES = ['AU', 'CA', 'US'];

/** The ISO 3166-2 codes of each without its prefix: `NSW`, `ON`, `CA` (decisions.md, section 2). */
const STATES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  WITH_STATES.map((country) => [
    country,
    new Set(iso31662.filter(({ parent }) => parent === country).map(({ code }) => code.slice(country.length + 1))),
  ]),
);

/** Whether addresses of the country have a state at all. */
export function hasStates(countryID: string): boolean {
  return STATES.has(countryID);
}

/** Whether the country has this state; false for every country but AU, CA and US. */
export function isSubdivision(countryID: string, state: string): boolean {
  return STATES.get(countryID)?.has(state) ?? false;
}
