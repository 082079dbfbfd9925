import { describe, expect, it } from 'vitest';
import { bare, pageOf, shelfOf, signOf } from '../../apps/desk/src/data/codes.js';
import { ownersPhone } from '../../apps/desk/src/data/phones.js';
import { changing } from '../../apps/desk/src/parts/depends.js';
import { differences } from '../../apps/desk/src/session/meanwhile.js';
import { closest, ownWishes } from '../../apps/desk/src/texts/tags.js';

describe('a code that is read, by the camera or by a scanner that types it', () => {
  it.each([
    ['https://lost.hotel.example/i/demo:1/4575', '/items/4575'],
    ['http://192.168.0.7:3000/i/demo:1/4575', '/items/4575'],
    ['https://hotel.example/lost/i/demo:1/4575/', '/items/4575'],
    ['https://hotel.example/i/demo%3A1/4575?utm=label', '/items/4575'],
    [' /i/demo:1/4575 ', '/items/4575'],
    ['demo:1/4575', '/items/4575'],
    ['HTTPS://HOTEL.EXAMPLE/I/DEMO:1/4575', '/items/4575'],
    ['hTTPS://HOTEL.EXAMPLE/I/DEMO:1/4575', '/items/4575'],
    ['hotel.example/i/demo:1/4575', '/items/4575'],
    ['\u0002https://hotel.example/i/demo:1/4575\u0003\r\n', '/items/4575'],
    [']Q3https://hotel.example/i/demo:1/4575', '/items/4575'],
    ['\u0002]C1demo:1/4575', '/items/4575'],
    [']d2https://hotel.example/i/demo:1/4575\u001d', '/items/4575'],
    [']Q2\\000026https://hotel.example/i/demo:1/4575', '/items/4575'],
    ['https%3A%2F%2Fhotel.example%2Fi%2Fdemo%3A1%2F4575', '/items/4575'],
    [']Q3https://hotel.example/desk/find?storagePlaceID=3', '/find?storagePlaceID=3'],
    ['https://hotel.example/i/demo:1/4575x', null],
    ['WIFI:S:hotel;;', null],
    ['https://hotel.example/desk/find?locationID=demo:1&storagePlaceID=3', '/find?locationID=demo:1&storagePlaceID=3'],
    ['HTTPS://HOTEL.EXAMPLE/DESK/FIND?LOCATIONID=DEMO:1&STORAGEPLACEID=3', '/find?locationID=demo:1&storagePlaceID=3'],
    ['hTTPS://HOTEL.EXAMPLE/DESK/FIND?LOCATIONid=DEMO:1&STORAGEpLACEid=3', '/find?locationID=demo:1&storagePlaceID=3'],
    ['4575', null],
    ['blue umbrella', null],
    ['https://example.com/4575', null],
    ['%E0%A4%A', null],
  ])('%s leads to %s', (code, page) => {
    expect(pageOf(code)).toBe(page);
  });

  it('of a shelf names it', () => {
    expect(shelfOf('https://hotel.example/desk/find?locationID=demo:1&storagePlaceID=3')).toBe(3);
    expect(shelfOf('HTTPS://HOTEL.EXAMPLE/DESK/FIND?LOCATIONID=DEMO:1&STORAGEPLACEID=3')).toBe(3);
    expect(shelfOf('demo:1/4575')).toBeNull();
  });

  it('is the same where the keyboard has another language than the scanner', () => {
    const none = { shiftKey: false, altKey: false };
    const keys = ['Digit1', 'Slash', 'Semicolon', 'KeyZ', 'Minus', 'BracketRight', 'Numpad7', 'Enter'];
    expect(keys.map((code) => signOf({ ...none, code }))).toEqual(['1', '/', ';', 'z', '-', ']', '7', undefined]);
    expect(signOf({ ...none, code: 'Semicolon', shiftKey: true })).toBe(':');
    expect(signOf({ ...none, code: 'Numpad7', altKey: true })).toBeUndefined();
  });

  it.each([
    [']C117', '17'],
    [']e09501101530003', '9501101530003'],
    ['\u0002A-1\u0003', 'A-1'],
    [' A-1\t', 'A-1'],
    ['[A]', '[A]'],
  ])('is bare of what a scanner puts around it: %s', (code, text) => {
    expect(bare(code)).toBe(text);
  });
});

describe('what is derived from a field', () => {
  it('ends with its value, and with no other change', () => {
    const values = { locationID: 'demo:1', location: 'Room 812', owner: 'Anna', storagePlaceID: '3', brand: 'Sony' };
    expect(changing(values, { location: 'Room 813' })).toEqual({ ...values, location: 'Room 813', owner: undefined });
    expect(changing(values, { location: 'Room 812' })).toEqual(values);
    expect(changing(values, { brand: 'LG' }).owner).toBe('Anna');
    expect(changing(values, { locationID: 'demo:2' })).toEqual({ locationID: 'demo:2', location: 'Room 812', brand: 'Sony' });
    expect(changing(values, { locationID: 'demo:2', storagePlaceID: '9' }).storagePlaceID).toBe('9');
  });
});

describe('what somebody else has changed', () => {
  it('is told field by field, parts by their path', () => {
    const before = { brand: null, owner: { lastName: 'A', address: null }, colors: ['red'], updatedAt: '1' };
    const now = { brand: 'Sony', owner: { lastName: 'A', address: { city: 'Bern' } }, colors: ['red'], updatedAt: '2' };
    expect(differences(before, now)).toEqual([
      { field: 'brand', from: null, to: 'Sony' },
      { field: 'owner.address.city', from: undefined, to: 'Bern' },
    ]);
  });
});

describe('a guest of a reservation system', () => {
  it.each([
    ['+49 (0)170 123-45.67', null, '+49 170 123 45 67'],
    ['0049 170 1234567', null, '+49 170 1234567'],
    ['+491701234567', 'ann@example.com', '+491701234567'],
    ['0170 1234567', 'ann@example.com', null],
    ['+49 40 123 / +49 40 124', 'ann@example.com', null],
    ['0170 1234567', null, '0170 1234567'],
    [null, null, null],
  ])('with the telephone %j and the address %j is reached by %j', (written, email, phone) =>
    expect(ownersPhone(written, email)).toBe(phone),
  );

  it.each([
    ['de-DE', ['en', 'de'], 'de'],
    ['de', ['en', 'de-AT'], 'de-AT'],
    ['pt-PT', ['pt-BR', 'pt'], 'pt'],
    ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['zh-TW', ['zh'], undefined],
    ['en-us', ['en', 'en-US'], 'en'],
    ['en_US.UTF-8', ['en'], undefined],
  ])('who reads %s is written to, of %j, in %s', (tag, codes, code) => expect(closest(tag, codes)).toBe(code));

  it('whose browser adds zh to zh-TW does not read simplified Chinese', () => {
    expect(ownWishes(['zh-TW', 'zh', 'en'])).toEqual(['zh-TW', 'en']);
    expect(ownWishes(['pt-BR', 'pt', 'en'])).toEqual(['pt-BR', 'pt', 'en']);
  });
});
