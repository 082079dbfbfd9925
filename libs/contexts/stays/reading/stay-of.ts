import { isEmail } from 'class-validator';
import type { Reservation } from '#contexts/connections';
import { dayIn, plainContact } from '#platform/kernel';
import type { Stay } from '../stays.js';

/** Characters of a text, of a telephone number and of a language's code at most (decisions.md, section 13, Stays). */
const [TEXT, PHONE, CODE] = [255, 50, 35];

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * The stay of a reservation; null while it has no room, as nothing would be found by it.
 * @param zone where the hotel is
 */
export function stayOf({ number, room, arrival, departure, guest }: Reservation, externalID: string, zone: string): Stay | null {
  const name = text(room);
  if (name === null) return null;
  const day = (of: Reservation['arrival']) => ('date' in of ? of.date : dayIn(zone, of.at));
  const departureDate = day(departure);
  const email = contact(guest?.email, TEXT);
  return {
    externalID,
    room: name,
    // A guest who leaves before the day that was planned for the arrival was not there earlier.
    arrivalDate: [day(arrival), departureDate].toSorted()[0]!,
    departureDate,
    reservationNumber: text(number),
    guest: {
      firstName: text(guest?.firstName),
      lastName: text(guest?.lastName),
      contactEmail: email !== null && isEmail(email) ? email : null,
      phoneNumber: contact(guest?.phoneNumber, PHONE),
      languageCode: languageOf(text(guest?.languageCode)),
    },
  };
}

/** A text without what no field of people has; null where nothing is left. */
function text(written: string | null | undefined): string | null {
  const plain = (written ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TEXT)
    .toWellFormed();
  return plain === '' ? null : plain;
}

/** A longer one is no contact, and half of it is somebody else's. */
function contact(written: string | null | undefined, most: number): string | null {
  const plain = plainContact((written ?? '').toWellFormed().replaceAll(/\p{Cc}+/gu, ' '));
  return plain === '' || plain.length > most ? null : plain;
}

/** A code that is one of a language: reservation systems have codes of their own too. */
function languageOf(code: string | null): string | null {
  if (code === null || code.length > CODE) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
    return canonical !== undefined && LANGUAGES.of(canonical.split('-')[0]!) !== undefined ? canonical : null;
  } catch {
    return null;
  }
}
