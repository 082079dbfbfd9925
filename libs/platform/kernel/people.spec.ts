import { describe, expect, it } from 'vitest';
import { isSameName, isSameSurname, namesIn, numberKey, surnameSpellings, wholeName } from './people.js';

describe('a surname as people write it', () => {
  it.each([
    ['Müller', 'Mueller'],
    ['Müller', 'MULLER'],
    ['Mueller', 'Muller'],
    ['Mu\u0308ller', 'Müller'],
    ['Groß', 'Gross'],
    ['Sørensen', 'Soerensen'],
    ['Ågård', 'Aagaard'],
    ['Łukasz', 'lukasz'],
    ['García-López', 'Garcia Lopez'],
    ['Müller-Lüdenscheidt', 'Mueller Luedenscheidt'],
    ["O'Brien", 'O’Brien'],
    ["O'Brien", 'Oʼbrien'],
    ["O'Brien", 'O`Brien'],
    ["O'Brien", 'O´Brien'],
    ["O'Brien", 'OBrien'],
    ["O'Brien", 'O Brien'],
    ['D’Angelo', 'Angelo'],
    ['van der Berg', 'vanderberg'],
    ['van der Berg', 'Berg'],
    ['Berg', 'van der Berg'],
    ['Vanderberg', 'Berg'],
    ['von der Leyen', 'Leyen'],
    ['de la Cruz', 'Cruz'],
    ['van ’t Hoff', "van't Hoff"],
    ['v.d. Berg', 'van der Berg'],
    ['vd Berg', 'Berg'],
    ['v. Müller', 'von Mueller'],
    ['Le', 'le'],
    ['Иванов', 'Ivanov'],
    ['山田', '山田'],
    ['Smith 🎉', 'Smith'],
    ['👩🏽‍🚒Smith♥️', 'smith'],
    ['Ｓｍｉｔｈ', 'SMITH'],
    ['ﾀﾅｶ', 'タナカ'],
    ['أحمد', 'احمد'],
    ['آل نهيان', 'ال نهیان'],
    ['مُحَمَّد', 'محمـد'],
    ['فاطمة', 'فاطمه'],
    ['موسى', 'موسي'],
    ['Οδυσσέας', 'ΟΔΥΣΣΕΑΣ'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['García–López', 'Garcia-Lopez'],
    ['Kaʻahumanu', "Ka'ahumanu"],
    ['Kaʻahumanu', 'Kaahumanu'],
    ["Isma'el", 'Ismael'],
    ["Sa'ad", 'Saad'],
    ['Đorđević', 'Djordjevic'],
    ['Berg, van der', 'van der Berg'],
    ['Berg v.d.', 'Berg'],
    ['Heuvel, van den', 'Vandenheuvel'],
  ])('%s is %s', (one, other) => {
    expect([isSameSurname(one, other), isSameSurname(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Müller', 'Möller'],
    ['Berg', 'Bergmann'],
    ['van der Berg', 'van der'],
    ['', ''],
    ['%', '%'],
    ['Schmidt', null],
    ['🎉', '🎉'],
    ['タナカ', 'ダナカ'],
    ['Trần Lê', 'Trần'],
  ])('%s is not %s', (one, other) => {
    expect([isSameSurname(one, other), isSameSurname(other, one)]).toEqual([false, false]);
  });
});

describe('a whole name', () => {
  const person = (firstName: string | null, lastName: string | null) => ({ firstName, lastName });
  it.each([
    ['Anna Schmidt', person('Anna', 'Schmidt')],
    ['SCHMIDT, Anna', person('Anna', 'Schmidt')],
    ['Zoe ONeil', person('Zoë', "O'Neil")],
    ['Jan van der Berg', person('Jan', 'Berg')],
    ['Jan Vanderberg', person('Jan', 'van der Berg')],
    ['Anna Maria Mueller', person('Anna', 'Müller')],
    ['Schmidt', person(null, 'Schmidt')],
    ['Anna', person('Anna', null)],
    ['Teller', person('Teller', '.')],
    ['Mr. Teller', person('Teller', '')],
    ['Suharto', person('Suharto', 'LNU')],
    ['Suharto', person('FNU', 'Suharto')],
    ['Teller', person('Teller', 'N/A')],
    ['Teller', person('XXX', 'Teller')],
  ])('%s is that of %o', (whole, known) => expect(isSameName(whole, known)).toBe(true));

  it.each([
    ['Anna Schmidt', person('Berta', 'Schmidt')],
    ['Anna Schmidt', person('Anna', 'Schmitt')],
    ['Berta', person('Anna', null)],
    ['Anna', person('Anna', 'Schmidt')],
    [null, person(null, null)],
    [null, person('Anna', 'Schmidt')],
  ])('%s is not that of %o', (whole, known) => expect(isSameName(whole, known)).toBe(false));
});

describe('a number', () => {
  it('is the same however it is grouped', () => {
    for (const written of ['HH-77 1', 'hh771', 'HH.77/1', 'HH–77–1', 'ＨＨ771']) expect(numberKey(written)).toBe('hh771');
    expect(numberKey(' - ')).toBe('');
    expect(numberKey(null)).toBe('');
  });
});

describe('the spellings of a surname to search for', () => {
  it.each([
    ['Müller', 'mueller'],
    ['Mueller', 'muller'],
    ['Muller', 'mueller'],
    ['van der Berg', 'berg'],
    ['van der Berg', 'vanderberg'],
    ['Vanderberg', 'berg'],
    ['Rodríguez', 'rodriguez'],
    ['García-López', 'lopez'],
    ['Đorđević', 'djordjevic'],
    ['Djordjevic', 'dordevic'],
    ['Berg, van der', 'vanderberg'],
  ])('of %s have %s', (surname, spelling) => expect(surnameSpellings(surname)).toContain(spelling));
});

describe('the names of a person', () => {
  it.each([
    ['Anna', 'Schmidt', 'Anna Schmidt'],
    ['太郎', '山田', '山田 太郎'],
    ['철수', '김', '김 철수'],
    ['マリア', 'ロペス', 'マリア ロペス'],
    ['John', '山田', 'John 山田'],
    ['Teller', null, 'Teller'],
    ['Suresh', 'LNU', 'Suresh'],
    ['.', 'Kumar', 'Kumar'],
    ['-', '.', ''],
  ])('of %s and %s is %s', (firstName, lastName, whole) => expect(wholeName({ firstName, lastName })).toBe(whole));

  it.each([
    ['Smith, John', 'John', 'Smith'],
    ['van der Berg, Jan', 'Jan', 'van der Berg'],
    ['John Smith, Ph.D.', 'John Smith,', 'Ph.D.'],
    ['De Vries, Jan Piet', 'Jan Piet', 'De Vries'],
    ['Li, Ma', 'Ma', 'Li'],
    ['Anna Schmidt, Bob Schmidt', 'Anna Schmidt, Bob', 'Schmidt'],
    ['Anna Schmidt, geb. Müller', 'Anna Schmidt, geb.', 'Müller'],
    ['山田　太郎', '太郎', '山田'],
    ['山田 太郎 次郎', '太郎 次郎', '山田'],
    ['王小明', null, '王小明'],
  ])('%s has the names %s and %s', (whole, firstName, lastName) => expect(namesIn(whole)).toEqual({ firstName, lastName }));
});
