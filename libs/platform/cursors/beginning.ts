import { type RawBuilder, sql } from 'kysely';
import { statement, template } from '#platform/database';
import type { From } from './signed-cursors.js';

/** Behind which number a reader begins, and the last number there is. */
export interface Beginning {
  after: number;
  last: number;
}

/** A Group's places: of its last entry, and of the last one that is too old to be listed. */
interface Places {
  last: string;
  old: string;
  /** Whether an entry has the number that was asked about. */
  given: boolean;
}

/**
 * The statement that reads the places of a Group.
 * @param numbersOf selects the column `number` of the entries of a Group, and may be followed by more conditions
 */
export function placesIn(numbersOf: (groupID: RawBuilder<number>) => RawBuilder<unknown>) {
  return template<{ groupID: number; number: number; first: number }, Places>(({ groupID, number, first }) => {
    const lastOf = numbersOf(groupID);
    return statement(sql`select
      coalesce((${lastOf} order by number desc limit 1), 0) as last,
      coalesce((${lastOf} and number < ${first}::bigint order by number desc limit 1), 0) as old,
      exists (${lastOf} and number = ${number}::bigint) as given`);
  });
}

/** The number that a place is asked about by. */
const numberOf = (from: From) => (from === 'oldest' || from === 'now' ? 0 : 'number' in from ? from.number : from.claimed);

/**
 * @param read sends the statement of `placesIn`
 * @param tooOld the refusal where entries behind the place are not kept any more
 * @returns null when the list never had the place that is claimed
 */
export async function beginningIn(
  from: From,
  read: (number: number) => Promise<Places>,
  tooOld: () => Error,
): Promise<Beginning | null> {
  const number = numberOf(from);
  const { given, ...places } = await read(number);
  const [last, old] = [Number(places.last), Number(places.old)];
  if (from === 'now') return { after: last, last };
  if (from === 'oldest') return { after: old, last };
  if (number < old) throw tooOld();
  return 'number' in from || number === 0 || given ? { after: number, last } : null;
}
