import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Whether each text is found by the search beside it. */
async function found(pairs: readonly (readonly [stored: string, q: string])[]): Promise<boolean[]> {
  const { rows } = await client.query(
    `select coalesce(to_tsvector('simple', search_text(stored)) @@ search_query(q), false) as found
     from unnest($1::text[], $2::text[]) with ordinality as pairs (stored, q, at) order by at`,
    [pairs.map(([stored]) => stored), pairs.map(([, q]) => q)],
  );
  return rows.map((row) => row.found);
}

async function expectFound(pairs: readonly (readonly [stored: string, q: string])[]) {
  const all = await found(pairs);
  expect(pairs.filter((_, at) => !all[at])).toEqual([]);
}

describe('a search finds', () => {
  it.each<[string, [stored: string, q: string][]]>([
    [
      'Latin letters whatever their case and accents',
      [
        ['Regenschirm von Müller', 'MULLER'],
        ['Große Tasche', 'GROSSE'],
        ['GROSSE Tasche', 'große'],
        ['STRAẞE', 'strasse'],
        ['Łódź', 'lodz'],
        ['Ørsted', 'orst'],
        ['Cœur', 'coeur'],
        ['Þórður', 'thord'],
        ['ﬁlter', 'filter'],
        ['Cafe\u0301', 'café'],
        ['ĐẶNG', 'dang'],
      ],
    ],
    [
      'Turkish with and without dots',
      [
        ['KIRMIZI', 'kırmızı'],
        ['kırmızı', 'KIRMIZI'],
        ['İstanbul', 'istanbul'],
        ['istanbul', 'İSTANBUL'],
      ],
    ],
    [
      'Greek with and without accents, and the sigma at the end',
      [
        ['ΟΔΥΣΣΕΑΣ', 'Οδυσσέας'],
        ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
        ['Παπαδόπουλος', 'παπαδοπουλοσ'],
        ['ομπρέλα', 'ΟΜΠΡΈ'],
      ],
    ],
    [
      'Arabic and Persian whatever the alef, hamza, yeh, teh marbuta, marks and lengthening',
      [
        ['آسفي حقيبة', 'اسفي'],
        ['أحمد', 'احمد'],
        ['احمد', 'إحمد'],
        ['مُحَمَّد', 'محمد'],
        ['محـــمد', 'محمد'],
        ['حقيبة', 'حقيبه'],
        ['مصطفى', 'مصطفي'],
        ['ٱلكتاب', 'الكتاب'],
        ['کیف', 'كيف'],
        ['مسؤول', 'مسوول'],
        ['سماء', 'سما'],
        ['ﻻﻣﺐ', 'لامب'],
        ['غرفة ٤١٥', '415'],
        ['غرفة 415', '۴۱۵'],
        ['می\u200cخواهم', 'میخوا'],
      ],
    ],
    [
      'Cyrillic and Hebrew with and without marks',
      [
        ['Чёрный зонт', 'ЧЕРНЫЙ'],
        ['Андрей', 'андреи'],
        ['שָׁלוֹם', 'שלום'],
        ['ספרים', 'ספרימ'],
      ],
    ],
    [
      'any run of writing without spaces',
      [
        ['黒い傘', '傘'],
        ['黒い傘', 'い傘'],
        ['今月の売上ノート', '売上'],
        ['今月の売上ノート', '月の売上ノ'],
        ['iPhone充電器', '充電器'],
        ['iPhone充電器', 'iphone'],
        ['iPhone充電器', 'iphone電器'],
        ['白いiPhone', 'iph'],
        ['第2会議室', '2会議'],
        ['ﾊﾞｯｸﾞ', 'バッグ'],
        ['バッグ', 'ｯｸﾞ'],
        ['ノートパソコン', 'パソコン'],
        ['スーツケース', 'ケース'],
        ['ｽｰﾂｹｰｽ', 'スーツ'],
        ['ハンド・バッグ', 'ハンド'],
        ['佐々木', '々木'],
        ['黑色雨伞在房间', '雨伞'],
        ['우산을 잃어버렸어요', '우산'],
        ['검은우산', '우산'],
        ['우산'.normalize('NFD'), '산'],
        ['ร่มสีดำ', 'สีดำ'],
        ['ร่มสีดำ', 'ร่ม'],
        ['กระเป๋าสตางค์', 'สตางค์'],
        ['กระเป๋า', 'เป'],
        ['𠮷野家', '𠮷'],
      ],
    ],
    [
      'words beside pictures and signs',
      [
        ['Smith 🎉', 'smith'],
        ['Smith🎉', 'smith'],
        ['🎉Smith', 'smith'],
        ['Smith', 'Smith 🎉'],
        ['👩🏽‍🚀Anna', 'anna'],
        ['傘☂️黒', '傘 黒'],
        ['Bose™', 'bose'],
        ['Bose', 'Bose™'],
        ['“Prada”', 'prada'],
        ["O'Neill", 'O’Neill'],
        ['O’Neill', "o'nei"],
        ['Coca‑Cola', 'coca-cola'],
        ['Ｓｏｎｙ　ＷＨ－１０００', 'sony wh-1000'],
        ['anna.schmidt@example.com', 'Schmidt'],
        ['so\u00adny', 'sony'],
        ['\u202a+49 170\u202c', '+49 170'],
        ['12E3F', '12e3f'],
        ['R5e10abc', 'r5e10'],
      ],
    ],
  ])('%s', (_what, pairs) => expectFound(pairs));
});

it('a search finds neither other words nor what stands in the middle of a word with spaces beside it', async () => {
  const pairs = [
    ['Regenschirm', 'schirm'],
    ['黒い傘', '傘黒'],
    ['今月の売上', '月上'],
    ['أحمد', 'حمد'],
    ['Sony', '🎉'],
    ['🎉', '🎉'],
  ] as const;
  expect(await found(pairs)).toEqual(pairs.map(() => false));
});

/** Letters of a script with their marks, by which words are made up. */
const SCRIPTS = {
  Latin: 'abcdefghijklmnopqrstuvwxyzäöüßñçéøåłžšőıİÅ',
  Greek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΐ',
  Cyrillic: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяїєґ',
  Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآٱىةؤئپچگیک',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשתםןץףך',
};
const UNSPACED = {
  Japanese: 'あいうえおかがきぎアイウカガーッン傘黒充電器財布々売上',
  Chinese: '雨伞钱包黑色白的充电器手机行李箱護照',
  Korean: '우산을가방검은지갑전화기열쇠',
  Thai: 'กขคงจฉดตนบปพมรลวสหอะาิีึืุูเแโใไ่้์ำ',
};
const wordsOf = (letters: string, most = 12) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: most }).map((all) => all.join(''));
const variants: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFKD').replace(/\p{M}/gu, ''),
  (text) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
];
const variant = fc.constantFrom(...variants);
/** As one statement: a run of its own for each would be a round trip for each. */
const RUNS = { numRuns: 1 };
const many = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 400, maxLength: 400, size: 'max' });
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text.replace(/[\u0621\u0640]/g, ''));

it.each(Object.entries(SCRIPTS))('any beginning of a word finds it, however it is written: %s', async (_script, letters) => {
  const text = fc.array(wordsOf(letters), { minLength: 1, maxLength: 4 });
  const pair = fc.record({ words: text, which: fc.nat(), length: fc.nat(), stored: variant, sought: variant });
  await fc.assert(
    fc.asyncProperty(many(pair), async (all) => {
      const pairs = all.map(({ words, which, length, stored, sought }) => {
        const word = [...words[which % words.length]!];
        return [stored(words.join(' ')), sought(word.slice(0, 1 + (length % word.length)).join(''))] as const;
      });
      await expectFound(pairs.filter(([, q]) => isWord(q)));
    }),
    RUNS,
  );
});

it.each(Object.entries(UNSPACED))(
  'any run in writing without spaces finds it, however it is written: %s',
  async (_script, letters) => {
    const pair = fc.record({ run: wordsOf(letters, 20), from: fc.nat(), length: fc.nat(), stored: variant, sought: variant });
    await fc.assert(
      fc.asyncProperty(many(pair), async (all) => {
        const pairs = all.map(({ run, from, length, stored, sought }) => {
          const all = [...run];
          const start = from % all.length;
          return [stored(`x ${run}y`), sought(all.slice(start, start + 1 + (length % (all.length - start))).join(''))] as const;
        });
        await expectFound(pairs.filter(([, q]) => isWord(q.normalize('NFKD').replace(/\p{M}/gu, ''))));
      }),
      RUNS,
    );
  },
);

it('no sign or picture becomes part of a word', async () => {
  const signs: string[] = [];
  for (let at = 1; at < 0x20000; at++) {
    const sign = String.fromCodePoint(at);
    // What is the short form of words is taken for them: ㎏, №.
    if (/[\p{P}\p{S}\p{Z}\p{Cc}\p{Co}]/u.test(sign) && !/[\p{L}\p{N}]/u.test(sign.normalize('NFKD'))) signs.push(sign);
  }
  const { rows } = await client.query(
    `select sign from unnest($1::text[]) as sign where trim(search_text('a' || sign || 'b')) <> 'a b'`,
    [signs],
  );
  expect(rows).toEqual([]);
});

it('reading and writing take any text', async () => {
  const texts = ['', ' ', '!!', '\u0001', '\\', `'`, 'ء', 'ー', '傘'.repeat(2_000), 'x'.repeat(2_000)];
  const { rows } = await client.query(
    `select search_query(text) is null as nothing, to_tsvector('simple', search_text(text)) is not null as written
     from unnest($1::text[]) with ordinality as texts (text, at) order by at`,
    [texts],
  );
  expect(rows).toEqual(texts.map((text) => ({ nothing: !/[ー傘x]/.test(text), written: true })));
});
