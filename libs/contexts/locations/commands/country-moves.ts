import type { Statement } from '#platform/database';
import type { Caller } from '#platform/kernel';

/** Access to a Country, which depends on the country of a Location and must be checked before the country changes. */
export interface CountryMoves {
  /**
   * Runs the work that changes the Location's country.
   * @param work takes statements to be committed in the same transaction
   * @throws DomainError `conflict` when a user would be left with no Location (decisions.md, section 6, User access)
   */
  moving<T>(caller: Caller, locationID: string, countryID: string, work: (beside: Statement[]) => Promise<T>): Promise<T>;
}

/** Provided by a global module of a later context. */
export const COUNTRY_MOVES = Symbol('country moves');
