import { iso31662 } from 'iso-3166';

/** Only these countries have a `state` (api-v2.md, owner.address.state, address.state). */
export const COUNTRIES_WITH_STATES: readonly string[] = ['AU', 'CA', 'US'];

/** The ISO 3166-2 codes of each without its prefix, `NSW`, `ON`, `CA` (decisions.md, section 2), and their names. */
const STATES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  COUNTRIES_WITH_STATES.map((country) => [
    country,
    new Map(iso31662.filter(({ parent }) => parent === country).map(({ code, name }) => [code.slice(country.length + 1), name])),
  ]),
);

/** Whether the country has this state; false for every country but AU, CA and US. */
export function isSubdivision(countryID: string, state: string): boolean {
  return STATES.get(countryID)?.has(state) ?? false;
}

/** The states of a country by name; none for every country but AU, CA and US. */
export function statesOf(countryID: string): { code: string; name: string }[] {
  const states = [...(STATES.get(countryID) ?? [])].map(([code, name]) => ({ code, name }));
  return states.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
