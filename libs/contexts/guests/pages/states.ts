import { PREFECTURES, statesOf } from '#contexts/reference';
import type { PageLanguage, Words } from '#contexts/texts';
import type { Option } from './form.js';

/** The name of states in each country that has them. Only Japan's are part of the city: the specification has no `state` there. */
export const STATES: Readonly<Record<string, 'state' | 'province' | 'prefecture'>> = {
  AU: 'state',
  CA: 'province',
  JP: 'prefecture',
  US: 'state',
};

export const hasStates = (countryID: string) => Object.hasOwn(STATES, countryID);

/** The names of the fields for them. */
export const stateField = (countryID: string) => `state-${countryID}`;

/** The labels of these fields by their names. */
export function stateLabels({ address }: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(STATES).map(([country, kind]) => [stateField(country), address[kind]]));
}

export function stateOptions(countryID: string, language: PageLanguage): Option[] {
  if (countryID !== 'JP') return statesOf(countryID).map(({ code, name }) => ({ value: code, label: name }));
  const reads = language === 'ja' || language === 'zh';
  return PREFECTURES.map(({ code, name, native }) => ({ value: code, label: reads ? native : `${name} ${native}` }));
}
