import { describe, expect, it } from 'vitest';
import { demandsPostalCode, postalCodeOf } from './postal-codes.js';

describe('a postal code', () => {
  it.each([
    ['NL', '3511 AX', ['3511ax', '3511AX', '3511 ax', '３５１１ａｘ', '3511-AX', ' 3511\u00a0ax ', '3511\u200bax']],
    ['GB', 'SW1A 1AA', ['sw1a1aa', 'SW1A1AA', 'sw1a-1aa', 'ｓｗ１ａ　１ａａ']],
    ['GB', 'M2 5BQ', ['m25bq']],
    ['GB', 'BFPO 61', ['bfpo 61', 'bfpo61']],
    ['CA', 'M5V 3L9', ['m5v 3l9', 'm5v3l9', 'M5V-3L9']],
    ['IE', 'D02 X285', ['d02x285', 'D02 X285']],
    ['JP', '154-0023', ['1540023', '１５４ー００２３', '〒154-0023', '154–0023']],
    ['PL', '00-950', ['00950', '00 950']],
    ['PT', '2725-079', ['2725079', '2725 079']],
    ['PT', '2725', ['2725']],
    ['BR', '40301-110', ['40301110']],
    ['SE', '114 55', ['11455', '114 55']],
    ['US', '95014', ['95014']],
    ['US', '22162-1010', ['221621010', '22162 1010', '22162—1010']],
    ['DE', '20095', ['20095', '２００９５', '20 095']],
    ['KY', 'KY1-1100', ['ky11100']],
    ['MT', 'SPB 6031', ['spb6031']],
    ['EG', '4460232', ['4460232']],
    ['IC', '35001', ['35001']],
  ])('of %s is kept as %s, however it is written', (countryID, kept, forms) => {
    for (const form of forms) expect(postalCodeOf(form, countryID), form).toBe(kept);
  });

  it.each([
    ['DE', '2009'],
    ['DE', '20095 Hamburg'],
    ['NL', '3511'],
    ['JP', '154'],
    ['BH', ''],
    ['GB', 'London'],
  ])('of %s is not %j', (countryID, text) => expect(postalCodeOf(text, countryID)).toBeNull());

  it('is demanded by the country’s post alone, not wherever there are codes', () => {
    for (const countryID of ['DE', 'NL', 'GB', 'US', 'JP', 'PL', 'CZ', 'GG', 'IC'])
      expect(demandsPostalCode(countryID)).toBe(true);
    for (const countryID of ['IE', 'HK', 'AE', 'QA', 'MO', 'PA', 'SA', 'CL', 'IL', 'LN'])
      expect(demandsPostalCode(countryID)).toBe(false);
  });
});
