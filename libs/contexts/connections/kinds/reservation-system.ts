import type { Connected } from './connected.js';

/** A part of what is to be read, in the provider's own terms; it is kept as JSON, so that a crash goes on where it stopped. */
export interface Reading {
  /** Both ends, as ISO 8601; bare dates where the hotel is, where the provider has those. */
  from: string;
  to: string;
  /** `changed`: stays that changed in that time; `present`: stays that touch it; `arriving`: those that begin in it. */
  of: 'changed' | 'present' | 'arriving';
  /** The service or hotel, where the provider is asked one by one. */
  unit: string | null;
}

/** A moment, or a bare date where the hotel is. */
export type ArrivalOrDeparture = { at: Date } | { date: string };

/** The person who a stay is named for. */
export interface ReservationGuest {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phoneNumber: string | null;
  languageCode: string | null;
}

/** A reservation as it is now. */
export interface Reservation {
  /** The provider's: `externalID` is `<provider>:<id>`. */
  id: string;
  /** The service or hotel that it is of, as the connection's settings name it. */
  unit: string;
  /** False: cancelled, a no-show: its stay goes. */
  isKept: boolean;
  number: string | null;
  /** null until a room is given. */
  room: string | null;
  arrival: ArrivalOrDeparture;
  departure: ArrivalOrDeparture;
  /** null: a company's booking without a named guest. */
  guest: ReservationGuest | null;
}

/** One page of a reading. */
export interface ReservationPage {
  reservations: Reservation[];
  /** Why one of them was left out, in words; null where none was. */
  odd: string | null;
  /** Reads the next page of the same reading; null at its end. */
  next: string | null;
}

/** The readings that are to be made now. */
export interface Readings {
  /** The provider's own time, as ISO 8601: what changes from then on is for the next time. */
  until: string;
  /** In as many parts as the provider's bounds need. */
  readings: Reading[];
}

/** A property-management system that reservations are read from. */
export interface ReservationSystem extends Connected {
  /**
   * Says what is to be read now.
   * @param since `until` of the last complete reading; null at first
   * @param today the day where a service or hotel is
   */
  readings(since: string | null, today: (unit: string) => string): Promise<Readings>;
  /** Reads a page. @param cursor `next` of the page before; null for the first. @throws ProviderFailed, with `retryAfter` of a 429 */
  page(reading: Reading, cursor: string | null): Promise<ReservationPage>;
  /**
   * Asks again for reservations by their IDs, at most 20, that a `present` reading did not show. Reservations that are not answered are
   * none any more. Absent where a reading shows what was cancelled.
   */
  again?(unit: string, ids: readonly string[]): Promise<Reservation[]>;
}
