import { addressLines } from '#contexts/reference';
import { dayIn } from '#platform/kernel';
import type { Frame, GuestLocation } from './layout.js';

const DAY = 24 * 60 * 60 * 1000;

interface Collecting {
  /** The item by its Group and number, which stays the same when the file is opened twice. */
  uid: string;
  item: string;
  guestLocation: GuestLocation;
  /** The last day. */
  until: Date;
  now: Date;
  /** The full address of the item's page. */
  url: string;
}

/** The last day for collecting as an all-day event with a reminder two days before (iCalendar, RFC 5545). */
export function calendarFile(
  { words, language }: Pick<Frame, 'words' | 'language'>,
  { uid, item, guestLocation, until, now, url }: Collecting,
): string {
  const { place, latitude, longitude } = guestLocation.settings.pickup;
  const where = [
    guestLocation.branding.name,
    place,
    ...addressLines(guestLocation.location.address, language),
    guestLocation.location.address.countryID,
  ];
  const last = dayIn(guestLocation.branding.zone ?? 'UTC', until);
  const summary = words.pickup.event({ place: guestLocation.branding.name, item });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lost and Found//Collecting//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dateOf(last)}`,
    `DTEND;VALUE=DATE:${dateOf(new Date(Date.parse(last) + DAY).toISOString())}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(where.filter((part) => part !== null).join(', '))}`,
    ...(latitude === null ? [] : [`GEO:${degrees(latitude)};${degrees(longitude!)}`]),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    'TRIGGER:-P2D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Six decimals at most, never as an exponent, of which iCalendar knows nothing. */
function degrees(value: number): string {
  return String(Number(value.toFixed(6)));
}

function dateOf(day: string): string {
  return day.slice(0, 10).replaceAll('-', '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s*\r?\n\s*/g, '\\n');
}

/** Lines are at most 75 octets long; a character is never cut (RFC 5545, 3.1). */
function folded(line: string): string {
  let length = 0;
  return [...line]
    .map((character) => {
      const octets = Buffer.byteLength(character);
      const fits = length + octets <= 75;
      length = fits ? length + octets : 1 + octets;
      return fits ? character : `\r\n ${character}`;
    })
    .join('');
}
