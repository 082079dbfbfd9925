import { ValidationFailed } from './domain-error.js';

/** The part of an address that the rule about states needs. */
interface WithState {
  countryID: string | null;
  state: string | null;
}

export const NOT_A_STATE = 'Must be the code of a state of this country, such as NY or NSW; only AU, CA and US have states.';

/** Whether a country has the state, given by its abbreviation. Only Australia, Canada and the USA have states. */
export type IsState = (countryID: string, state: string) => boolean;

/**
 * Merges the changes of an address field by field. A stored state that the new country doesn't have becomes null unless a
 * new one is given (decisions.md, Country change).
 * @param field the path of the address, for the error
 * @throws ValidationFailed when a given state is not one of the country's
 */
export function mergeAddress<Address extends WithState>(
  stored: Address,
  changes: Partial<Address>,
  isState: IsState,
  field: string,
): Address {
  const merged = { ...stored, ...changes };
  const { countryID, state } = merged;
  if (state === null || (countryID !== null && isState(countryID, state))) return merged;
  if (changes.state === undefined) return { ...merged, state: null };
  throw new ValidationFailed([{ field: `${field}.state`, code: 'not_allowed', message: NOT_A_STATE }]);
}
