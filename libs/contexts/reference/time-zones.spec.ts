import { describe, expect, it } from 'vitest';
import { COUNTRIES, COUNTRIES_WITH_STATES, canonicalZone, DEFAULT_ZONES, defaultZone, statesOf } from './index.js';

describe('a time zone', () => {
  it.each([
    ['europe/AMSTERDAM', 'Europe/Amsterdam'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['NZ', 'Pacific/Auckland'],
    ['EST', 'America/Panama'],
    ['Etc/GMT+2', 'Etc/GMT+2'],
    ['utc', 'Etc/UTC'],
    ['GMT', 'Etc/GMT'],
    ['etc/greenwich', 'Etc/GMT'],
  ])('%s is %s in the tz database', (given, canonical) => {
    expect(canonicalZone(given)).toBe(canonical);
    expect(canonicalZone(canonical)).toBe(canonical);
  });

  it.each([
    '+02:00',
    '-00:00',
    '+0200',
    'UTC+2',
    'GMT+2',
    'Z',
    '',
    ' Europe/Paris',
    'Mars/Base',
    'PST',
    'IST',
    'SystemV/PST8',
    'Factory',
  ])('is none of the tz database: "%s"', (text) => {
    expect(canonicalZone(text)).toBeNull();
  });

  it('has one name, whatever its names are, and that one is not a name that ICU alone kept', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const canonical = canonicalZone(name);
      expect(canonical, name).not.toBeNull();
      expect(canonicalZone(canonical!), name).toBe(canonical);
    }
  });
});

describe('the default zone', () => {
  it('is known for every country and state, by the name of the tz database', () => {
    for (const { ID: countryID, name } of COUNTRIES) {
      const zone = defaultZone({ countryID, state: null });
      expect(canonicalZone(zone), name).toBe(zone);
    }
    for (const countryID of COUNTRIES_WITH_STATES)
      for (const { code } of statesOf(countryID)) {
        const zone = DEFAULT_ZONES[`${countryID}-${code}`]!;
        expect(canonicalZone(zone), `${countryID}-${code}`).toBe(zone);
      }
  });

  it.each([
    ['NL', null, 'Europe/Amsterdam'],
    ['IN', null, 'Asia/Kolkata'],
    ['NZ', null, 'Pacific/Auckland'],
    ['IC', null, 'Atlantic/Canary'],
    ['LN', null, 'Asia/Colombo'],
    ['AU', null, 'Australia/Sydney'],
    ['AU', 'WA', 'Australia/Perth'],
    ['US', null, 'America/New_York'],
    ['US', 'HI', 'Pacific/Honolulu'],
    ['US', 'TN', 'America/Chicago'],
    ['US', 'FL', 'America/New_York'],
    ['US', 'ID', 'America/Boise'],
    ['CA', 'BC', 'America/Vancouver'],
    ['RU', null, 'Europe/Moscow'],
    ['BR', null, 'America/Sao_Paulo'],
    ['KZ', null, 'Asia/Almaty'],
    ['MX', null, 'America/Mexico_City'],
  ])('of %s %s is %s: the capital’s, or that of the largest city of a state', (countryID, state, zone) => {
    expect(defaultZone({ countryID, state })).toBe(zone);
  });
});
