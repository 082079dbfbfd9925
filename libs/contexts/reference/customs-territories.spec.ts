import { describe, expect, it } from 'vitest';
import { type CustomsPlace, leavesCustomsTerritory } from './customs-territories.js';

/** `DE 78266`: a country, and a postcode where one is given. */
function place(text: string): CustomsPlace {
  const [countryID = '', ...zipCode] = text.split(' ');
  return { countryID, zipCode: zipCode.join(' ') || null };
}

describe('a parcel', () => {
  it.each([
    ['DE 20095', 'FR 75001'],
    ['FR 06000', 'MC 98000'],
    ['GR 10431', 'CY 1010'],
    ['JP 100-0001', 'JP 530-0001'],
    ['CH 8001', 'LI 9490'],
    ['US 10001', 'PR 00901'],
    ['DE 20095', 'GB BT1 5GS'],
    ['GB SW1A 1AA', 'GB bt1 5gs'],
    ['IC 35001', 'ES 38001'],
    ['RE 97400', 'FR 97410'],
    ['XM 97150', 'FR 97150'],
  ])('from %s to %s needs no customs', (from, to) => {
    expect(leavesCustomsTerritory(place(from), place(to))).toBe(false);
    expect(leavesCustomsTerritory(place(to), place(from))).toBe(false);
  });

  it.each([
    ['DE 20095', 'JP 100-0001'],
    ['DE 20095', 'CH 8001'],
    ['DE 20095', 'GB SW1A 1AA'],
    ['JP 100-0001', 'GB BT1 5GS'],
    ['ES 28001', 'IC 35001'],
    ['ES 28001', 'ES 35001'],
    ['ES 28001', 'ES 51001'],
    ['FI 00100', 'FI AX-22100'],
    ['IT 20121', 'IT 22061'],
    ['IT 20121', 'IT 23041'],
    ['DE 20095', 'DE D-78266'],
    ['DE 20095', 'DE 27498'],
    ['FR 75001', 'GP 97100'],
    ['FR 75001', 'FR 97400'],
    ['DK 1050', 'GL 3900'],
    ['DK 1050', 'FO 100'],
    ['IT 20121', 'SM 47890'],
    ['ES 08001', 'AD AD500'],
    ['GB SW1A 1AA', 'GG GY1 1AA'],
    ['CN 100000', 'HK'],
    ['US 10001', 'VI 00801'],
  ])('from %s to %s needs a declaration, and back', (from, to) => {
    expect(leavesCustomsTerritory(place(from), place(to))).toBe(true);
    expect(leavesCustomsTerritory(place(to), place(from))).toBe(true);
  });
});
