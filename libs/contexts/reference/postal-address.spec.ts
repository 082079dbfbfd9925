import { describe, expect, it } from 'vitest';
import { addressLines } from './postal-address.js';

const lines = (
  address: string,
  addressNumber: string,
  city: string,
  zipCode: string,
  countryID: string,
  state: string | null = null,
) => addressLines({ address, addressNumber, city, zipCode, countryID, state });

describe('an address', () => {
  it.each([
    [lines('Hauptstraße', '5', 'Hamburg', '20095', 'DE'), ['Hauptstraße 5', '20095 Hamburg']],
    [lines('Keizersgracht', '5', 'Amsterdam', '1015 CN', 'NL'), ['Keizersgracht 5', '1015 CN Amsterdam']],
    [lines('Downing Street', '10', 'London', 'SW1A 2AA', 'GB'), ['10 Downing Street', 'London', 'SW1A 2AA']],
    [lines('5th Avenue', '350', 'New York', '10118', 'US', 'NY'), ['350 5th Avenue', 'New York, NY 10118']],
    [lines('George Street', '201', 'Sydney', '2000', 'AU', 'NSW'), ['201 George Street', 'Sydney NSW 2000']],
    [lines('Rua Augusta', '5', 'São Paulo', '01305-000', 'BR'), ['Rua Augusta 5', 'São Paulo', '01305-000']],
    [lines('Calle Mayor', '5', 'Las Palmas', '35001', 'IC'), lines('Calle Mayor', '5', 'Las Palmas', '35001', 'ES')],
  ])('is %j as its country writes it', (written, expected) => {
    expect(written).toEqual(expected);
  });

  it('keeps what people wrote as it is', () => {
    expect(lines("O'Brien & <b> Street", '5', 'Cork', 'T12', 'IE')[0]).toBe("5 O'Brien & <b> Street");
  });
});
