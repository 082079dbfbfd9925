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
    ['EG', '4460232', ['4460232', '٤٤٦٠٢٣٢']],
    ['TH', '10110', ['๑๐๑๑๐']],
    ['AR', '1420', ['1420', 'AR-1420']],
    ['IC', '35001', ['35001']],
  ])('of %s is kept as %s, however it is written', (countryID, kept, forms) => {
    for (const form of forms) expect(postalCodeOf(form, countryID), form).toBe(kept);
  });

  it.each([
    ['DE', '10115', ['D-10115', 'D 10115', 'DE-10115', 'd–10115']],
    ['AT', '1010', ['A-1010', 'AT 1010']],
    ['CH', '8001', ['CH-8001']],
    ['FR', '75001', ['F-75001', 'FR-75001']],
    ['NL', '3511 AX', ['NL-3511 AX']],
    ['PL', '00-950', ['PL-00-950']],
    ['SE', '114 55', ['S-114 55', 'SE-114 55', 'SE11455']],
    ['FI', '00100', ['FIN-00100', 'FI-00100']],
    ['HR', '10000', ['HR-10000']],
    ['SI', '1000', ['SI-1000', 'SLO-1000']],
    ['LU', '1111', ['L-1111', 'LU-1111']],
    ['SG', '018956', ['S018956', 'S(018956)', 'SG 018956']],
    ['KR', '04524', ['(04524)', '우)04524', '우 04524']],
    ['LT', 'LT-01100', ['LT01100', 'LT-01100']],
    ['AI', 'AI-2640', ['AI-2640', 'ai 2640']],
    ['AZ', '1000', ['AZ 1000', 'AZ1000']],
    ['MD', '2001', ['MD-2001']],
    ['HT', '6110', ['HT6110']],
    ['LV', 'LV-1050', ['LV1050', 'LV-1050']],
    ['KZ', 'A10A5T4', ['a10a5t4', 'A10 A5T4']],
  ])('of %s is %s, with the sign of the country before it', (countryID, kept, forms) => {
    for (const form of forms) expect(postalCodeOf(form, countryID), form).toBe(kept);
  });

  it.each([
    ['SA', '12345-6789'],
    ['AS', '96799-1234'],
    ['PW', '96940-1234'],
    ['HN', 'CM1102'],
    ['VE', '1010-A'],
  ])('of %s may be %s, in capitals or not', (countryID, code) => {
    expect(postalCodeOf(code.toLowerCase(), countryID)).toBe(code);
  });

  it.each([
    ['DE', 'F-75001'],
    ['FR', 'D-10115'],
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
