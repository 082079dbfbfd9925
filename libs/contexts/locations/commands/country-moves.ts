import type { Statement } from '#platform/database';
import type { Caller } from '#platform/kernel';

/** Who knows what hangs on the country of a Location, and is asked before one moves to another: access to a Country does. */
export interface CountryMoves {
  /**
   * Does the work that moves the Location to the country.
   * @param work takes statements that must be kept or lost together with it
   * @throws DomainError `conflict` where a user would keep no Location (decisions.md, section 6, User access)
   */
  moving<T>(caller: Caller, locationID: string, countryID: string, work: (beside: Statement[]) => Promise<T>): Promise<T>;
}

/** Provided by a global module of a later context. */
export const COUNTRY_MOVES = Symbol('country moves');
