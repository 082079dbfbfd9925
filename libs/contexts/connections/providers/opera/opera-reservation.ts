import type { Answer } from '../../calls/answer.js';
import type { Reservation, ReservationGuest } from '../../kinds/reservation-system.js';

/** Statuses of what is no stay: nobody comes, or it is not sure yet. */
const NO_STAY = ['Cancelled', 'NoShow', 'Waitlisted', 'Requested'];

/** A reservation of a hotel as it is here (`rsv.json`: `hotelReservationInfoType`). */
export function reservationOf(one: Answer, hotel: string): Reservation {
  const ids = one.at('reservationIdList').list();
  const named = (type: string) => ids.find((id) => id.at('type').optional((text) => text.text()) === type);
  const stay = one.at('roomStay');
  const status = one.at('reservationStatus');
  const guest = one.at('reservationGuest');
  return {
    id: (named('Reservation') ?? ids[0] ?? one.at('reservationIdList')).at('id').identifier(),
    unit: hotel,
    isKept: !NO_STAY.includes((status.isThere ? status : one.at('computedReservationStatus')).text()),
    number: named('Confirmation')?.at('id').identifier() ?? null,
    room: stay.at('roomId').optional((room) => room.identifier()),
    arrival: { date: stay.at('arrivalDate').date() },
    departure: { date: stay.at('departureDate').date() },
    guest: guest.optional(guestOf),
  };
}

/** A company's booking has a guest without a name. */
function guestOf(guest: Answer): ReservationGuest {
  const text = (name: string) => guest.at(name).optional((value) => value.text());
  return {
    firstName: text('givenName'),
    lastName: text('surname'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    languageCode: text('language'),
  };
}
