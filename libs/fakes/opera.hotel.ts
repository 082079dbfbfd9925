import { randomUUID } from 'node:crypto';
import { FakeProvider } from './fake-provider.js';

/** https://github.com/oracle/hospitality-api-docs/blob/main/rest-api-specs/property/rsv.json: `pMS_ResStatusType` */
export type Status =
  | 'Reserved'
  | 'DueIn'
  | 'InHouse'
  | 'DueOut'
  | 'CheckedOut'
  | 'NoShow'
  | 'Cancelled'
  | 'Waitlisted'
  | 'Walkin'
  | 'Requested'
  | 'PendingCheckout';

/** A reservation as the hotel knows it; its days are those where the hotel is. */
export interface Reservation {
  id: string;
  confirmation: string;
  hotelId: string;
  status: Status;
  arrival: string;
  departure: string;
  room: string | null;
  /** Null where a company has booked and named nobody. */
  surname: string | null;
  givenName: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  modifiedAt: string;
}

export const day = (at: Date) => at.toISOString().slice(0, 10);

/** A hotel that keeps its reservations in Opera Cloud, and what happens there. */
export abstract class OperaHotel extends FakeProvider {
  readonly ledger = { reservations: [] as Reservation[], tokens: [] as { token: string; until: number }[] };
  /** How long a token is good, in seconds. */
  lifetime = 3_600;
  /** Whether what is cancelled, or a no-show, is found like all others. */
  listsCancelled = true;
  /** Things that happen in the hotel while somebody reads, after each answer is made. */
  meanwhile: () => void = () => {};

  /** Somebody books, from tomorrow on. */
  book(made: Partial<Reservation> = {}): Reservation {
    const number = this.ledger.reservations.length + 1;
    const ahead = (days: number) => day(new Date(this.now().getTime() + days * 86_400_000));
    const reservation: Reservation = {
      id: String(430_000 + number),
      confirmation: String(990_000 + number),
      hotelId: 'HOTEL1',
      status: 'Reserved',
      arrival: ahead(1),
      departure: ahead(3),
      room: null,
      surname: 'Guest',
      givenName: null,
      email: null,
      phone: null,
      language: null,
      modifiedAt: this.now().toISOString(),
      ...made,
    };
    this.ledger.reservations.push(reservation);
    return reservation;
  }

  change(reservation: Reservation, change: Partial<Reservation>): void {
    Object.assign(reservation, { modifiedAt: this.now().toISOString() }, change);
  }

  /** All tokens end before their time. */
  endTokens(): void {
    for (const token of this.ledger.tokens) token.until = 0;
  }

  protected newToken(): string {
    const token = randomUUID();
    this.ledger.tokens.push({ token, until: Date.now() + this.lifetime * 1_000 });
    return token;
  }

  protected good(authorization: string | undefined): boolean {
    return this.ledger.tokens.some(({ token, until }) => authorization === `Bearer ${token}` && until > Date.now());
  }
}

/** A reservation as it is answered; what is not known is left out. */
export function shown(one: Reservation) {
  const guest = {
    ...(one.givenName !== null && { givenName: one.givenName }),
    ...(one.surname !== null && { surname: one.surname }),
    ...(one.email !== null && { email: one.email }),
    ...(one.phone !== null && { phoneNumber: one.phone }),
    ...(one.language !== null && { language: one.language }),
  };
  return {
    reservationIdList: [
      { id: one.id, type: 'Reservation' },
      { id: one.confirmation, type: 'Confirmation' },
    ],
    roomStay: { arrivalDate: one.arrival, departureDate: one.departure, ...(one.room !== null && { roomId: one.room }) },
    reservationGuest: guest,
    hotelId: one.hotelId,
    reservationStatus: one.status,
    computedReservationStatus: one.status,
    lastModifyDateTime: one.modifiedAt.replace(/\.\d+Z$/, ''),
  };
}
