import { describe, expect, it } from 'vitest';
import { wordsIn } from '#contexts/texts';
import { calendarFile } from './calendar.js';
import type { GuestLocation } from './layout.js';

const guestLocation = {
  branding: { name: 'Hotel Zur Brücke; Altstadt', zone: 'Europe/Berlin' },
  location: {
    address: { address: 'Hauptstraße', addressNumber: '5', city: 'Hamburg', zipCode: '20095', countryID: 'DE', state: null },
  },
  settings: { pickup: { place: 'Reception', latitude: 53.55, longitude: 0.0000001 } },
} as unknown as GuestLocation;

const file = (item: string) =>
  calendarFile(
    { words: wordsIn('de'), language: 'de' },
    {
      uid: 'item-1-7@lost.example',
      item,
      guestLocation,
      until: new Date('2026-12-31T23:00:00Z'),
      now: new Date('2026-11-22T06:00:00.123Z'),
      url: 'https://lost.example/g/x',
    },
  );

describe('a calendar file', () => {
  it('is the last day for collecting at the Location, wherever the calendar is', () => {
    const lines = file('Schal').replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toContain('DTSTAMP:20261122T060000Z');
    expect(lines).toContain('DTSTART;VALUE=DATE:20270101');
    expect(lines).toContain('DTEND;VALUE=DATE:20270102');
    expect(lines).toContain('LOCATION:Hotel Zur Brücke\\; Altstadt\\, Reception\\, Hauptstraße 5\\, 20095 Hamburg\\, DE');
    expect(lines).toContain('GEO:53.55;0');
  });

  it('keeps to lines of 75 octets, and to one line whatever staff wrote', () => {
    const text = file(`Koffer\r\nBEGIN:VEVENT ${'Ä😀'.repeat(60)}`);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
    expect(text.replaceAll('\r\n ', '')).toContain('Ä😀'.repeat(60));
  });
});
