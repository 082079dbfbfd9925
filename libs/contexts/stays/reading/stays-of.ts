import type { OpenConnection, Reservation } from '#contexts/connections';
import type { Stay } from '../stays.js';
import type { Place } from './places.js';
import { stayOf } from './stay-of.js';

/** The key of a reservation's stay. */
export const keyOf = ({ provider }: OpenConnection, id: string) => `${provider}:${id}`;

/**
 * The stays of reservations, by Location, and the keys of what is none any more.
 * @param from the first day of departure of stays that are kept
 */
export function staysOf(
  connection: OpenConnection,
  places: ReadonlyMap<string, Place>,
  reservations: readonly Reservation[],
  from: string,
): { given: Map<string, Stay[]>; gone: string[] } {
  const given = new Map<string, Stay[]>();
  const gone: string[] = [];
  // A page may have one twice, where it changes meanwhile: the last one is as it is now.
  for (const one of new Map(reservations.map((reservation) => [reservation.id, reservation])).values()) {
    const place = places.get(one.unit);
    if (!place) continue;
    const key = keyOf(connection, one.id);
    const stay = one.isKept ? stayOf(one, key, place.zone) : null;
    if (stay === null || stay.departureDate < from) gone.push(key);
    else
      given
        .set(place.locationID, given.get(place.locationID) ?? [])
        .get(place.locationID)!
        .push(stay);
  }
  return { given, gone };
}
