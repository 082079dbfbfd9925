import type { Connected } from './connected.js';

/** A part of what is to be read, in the provider's own terms; it is kept as JSON, so that a crash goes on where it stopped. */
export interface Reading {
  /** Both ends, as ISO 8601. */
  from: string;
  to: string;
  /** `changed`: stays that changed in that time; `present`: stays that touch it. */
  of: 'changed' | 'present';
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
  /** Reads the next page of the same reading; null at its end. */
  next: string | null;
}

/** A property-management system that reservations are read from. */
export interface ReservationSystem extends Connected {
  /**
   * The times to be read now, in as many parts as the provider's bounds need.
   * @param since when the last complete reading began; null at first
   */
  readings(now: Date, since: Date | null): Promise<Reading[]>;
  /** Reads a page. @param cursor `next` of the page before; null for the first. @throws ProviderFailed, with `retryAfter` of a 429 */
  page(reading: Reading, cursor: string | null): Promise<ReservationPage>;
}
