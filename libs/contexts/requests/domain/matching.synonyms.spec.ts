import { describe, expect, it } from 'vitest';
import { THINGS } from './matching.dictionary.js';
import { joinedIn } from './matching.sought.js';
import { lineOf, withSynonyms } from './matching.synonyms.js';
import { plain, wordsOf } from './matching.words.js';

const WORDS = THINGS.trim().split(/\s+/).map(plain);

describe('the dictionary', () => {
  it('has each word once, as a word that texts are divided into', () => {
    expect(WORDS.filter((word, at) => WORDS.indexOf(word) !== at)).toEqual([]);
    const taken = THINGS.trim()
      .split(/\s+/)
      .filter((word) => !WORDS.includes(wordsOf(word).join(' ')));
    expect(taken).toEqual([]);
  });

  it.each([
    'umbrella umbrellas brollies Schirme parapluies paraguas ombrelli parasole paraplyer 傘 雨伞 مظلات',
    'suitcase suitcases Handkoffer valises maletas koffers valigie malas walizek resväskor スーツケース 行李箱 حقائب',
    'keys key Zimmerschlüssel clés llaves sleutels chiavi chaves kluczy nycklar 鍵 钥匙 مفاتيح',
    'glasses glasses Brillen lunettes gafas brillen occhiali óculos okulary glasögon メガネ 眼镜 نظارات',
    'phone phones Handys portables móviles telefoons cellulari telemóveis telefony スマホ 手机 هواتف',
    'scarf scarves Schals écharpes bufandas sjaals sciarpe cachecóis szaliki halsdukar マフラー 围巾 أوشحة',
    'socks socks Socken chaussettes calcetines sokken calzini meias skarpetki strumpor 靴下 袜子 جوارب',
    'card cards Kreditkarten cartes tarjetas cartões karta kort カード 信用卡 بطاقة',
  ])('knows the singular and the plural in the twelve languages: %s', (line) => {
    const [thing, ...words] = line.split(' ').flatMap((word) => wordsOf(word));
    expect(words.filter((word) => lineOf(word) !== lineOf(thing!))).toEqual([]);
  });

  it('takes no other word for one because it begins or ends like a short one', () => {
    for (const word of ['brand', 'brass', 'skin', 'tier', 'discover', 'kamer', 'sensor'])
      expect(withSynonyms([word])).toEqual([word]);
  });
});

it('a thing whose name is written apart is the one thing', () => {
  expect(joinedIn('My  tooth brush and sun glasses')).toBe('My toothbrush and sunglasses');
  expect(joinedIn('black wallet room 312')).toBe('black wallet room 312');
});
