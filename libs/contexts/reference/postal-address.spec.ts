import { describe, expect, it } from 'vitest';
import { addressLines } from './postal-address.js';
import { inPrefecture, PREFECTURES } from './prefectures.js';

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

  it.each([
    ['ja', ['〒160-0023 東京都新宿区西新宿2-7-2']],
    ['en', ['2-7-2 西新宿', '東京都新宿区 160-0023']],
  ])('in Japan is, to who reads %s, %j', (language, written) => {
    const hotel = {
      address: '西新宿',
      addressNumber: '2-7-2',
      city: '東京都新宿区',
      zipCode: '160-0023',
      countryID: 'JP',
      state: null,
    };
    expect(addressLines(hotel, language)).toEqual(written);
  });

  it('in Japan keeps its spaces where it is romanized', () => {
    const hotel = {
      address: 'Nishi-Shinjuku',
      addressNumber: '2-7-2',
      city: 'Tokyo',
      zipCode: '160-0023',
      countryID: 'JP',
      state: null,
    };
    expect(addressLines(hotel, 'ja')).toEqual(['〒160-0023 Tokyo Nishi-Shinjuku 2-7-2']);
    expect(addressLines(hotel, 'en')).toEqual(['2-7-2 Nishi-Shinjuku', 'Tokyo 160-0023']);
  });

  it('keeps what people wrote as it is', () => {
    expect(lines("O'Brien & <b> Street", '5', 'Cork', 'T12', 'IE')[0]).toBe("5 O'Brien & <b> Street");
  });
});

describe('a prefecture', () => {
  const tokyo = PREFECTURES[12]!;

  it('is one of 47, by its number', () => {
    expect(PREFECTURES).toHaveLength(47);
    expect(tokyo).toEqual({ code: '13', name: 'Tokyo', native: '東京都' });
    expect(PREFECTURES[46]).toEqual({ code: '47', name: 'Okinawa', native: '沖縄県' });
    expect(PREFECTURES.filter(({ native }) => !/[都道府県]$/.test(native))).toEqual([]);
  });

  it.each([
    ['新宿区', '東京都新宿区'],
    ['東京都新宿区', '東京都新宿区'],
    ['Shinjuku-ku', 'Shinjuku-ku, Tokyo'],
    ['Shinjuku-ku, tokyo', 'Shinjuku-ku, tokyo'],
  ])('stands with the city: %s', (city, written) => {
    expect(inPrefecture(city, tokyo)).toBe(written);
  });
});
