import { globSync, readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { GIVEN } from './given.js';
import { choose, LANGUAGES, longDate, messagesIn, type PageLanguage, VARIANTS, variantOf, wordsIn } from './index.js';

const languages = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
const others = languages.filter((language) => language !== 'en');

/** Every text of a language by its path, such as `pages.item.title`. */
function textsOf(language: string): Map<string, string> {
  const file = new URL(`./catalogue/${language}.json`, import.meta.url);
  const leaves = (node: object | string, path: string): [string, string][] =>
    typeof node === 'string'
      ? [[path, node]]
      : Object.entries(node).flatMap(([key, next]) => leaves(next, path ? `${path}.${key}` : key));
  return new Map(leaves(JSON.parse(readFileSync(file, 'utf8')), ''));
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** The names of what a text must be given, those in the branches of a plural included. */
function givenTo(text: string, language: string): string[] {
  const names = (elements: Elements): string[] =>
    elements.flatMap((element) => {
      if ('options' in element) return [element.value, ...Object.values(element.options).flatMap(({ value }) => names(value))];
      return element.type === ARGUMENT ? [element.value] : [];
    });
  const message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  return [...new Set(names(message.getAst()))].sort();
}

/** The parser's mark of `{name}`; a number or date with a format of its own is not used in texts. */
const ARGUMENT = 1;

const english = textsOf('en');

describe('the catalogue', () => {
  it('has one file for each language', () => {
    const files = readdirSync(new URL('./catalogue/', import.meta.url));
    expect(files.sort()).toEqual([...languages, ...VARIANTS].map((language) => `${language}.json`).sort());
    for (const language of languages) expect(textsOf(language).get('name')).toBe(LANGUAGES[language]);
  });

  it.each(others)('has every English text in %s, and no other', (language) => {
    expect([...textsOf(language).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(languages)('is complete in %s: each text says something, about what the English one is about', (language) => {
    for (const [path, text] of textsOf(language)) {
      expect(text.trim(), path).toBe(text);
      expect(text, path).not.toBe('');
      expect(givenTo(text, language), path).toEqual(givenTo(english.get(path)!, 'en'));
    }
    expect(() => [wordsIn(language), messagesIn(language)]).not.toThrow();
  });

  it.each(VARIANTS)('has in %s only what differs from the language, of the same kind', (variant) => {
    const base = textsOf(variant.split('-')[0]!);
    const differing = [...textsOf(variant)];
    expect(differing.filter(([path, text]) => base.get(path) === text && !/\.\d+$/.test(path))).toEqual([]);
    for (const [path, text] of differing) expect(givenTo(text, variant), path).toEqual(givenTo(base.get(path) ?? '', 'en'));
  });

  it('leaves nothing in American English that only the British say', () => {
    const said = [...new Map([...english, ...textsOf('en-US')]).values()].join('\n');
    expect(said).not.toMatch(/colour|postcode|jewellery|grey|car park|\bflat\b|\btown\b|parcel|\bcollect\b|\+44/i);
    expect(wordsIn('en-US')).toMatchObject({ address: { zipCode: 'ZIP code', city: 'City' }, back: 'Back' });
    expect(messagesIn('en-US').greeting({ name: 'Ann' })).toBe('Dear Ann,');
  });

  it('names in the code what each text of a page must be given', () => {
    const needing = [...english].flatMap(([path, text]) => {
      const names = path.startsWith('pages.') ? givenTo(text, 'en') : [];
      return names.length > 0 ? [[path.replace('pages.', ''), names]] : [];
    });
    expect(Object.fromEntries(needing)).toEqual(
      Object.fromEntries(Object.entries(GIVEN).map(([path, names]) => [path, [...names].sort()])),
    );
  });

  it('names every color and every category', () => {
    expect(Object.keys(wordsIn('en').colors)).toEqual(COLOR_IDS);
    expect(Object.keys(wordsIn('en').categories)).toEqual(CATEGORY_IDS);
  });

  it('holds no text that no page uses', () => {
    const pages = [...english.keys()].filter((path) => path.startsWith('pages.')).map((path) => path.replace('pages.', ''));
    expect(pages.filter((path) => !isUsed(path, source))).toEqual([]);
  });

  it('would tell of one that no page uses', () => {
    for (const path of ['item.unread', 'answers.collect.unread', 'answers.unread.choose', 'itemStatus.unread.title', 'unread'])
      expect(isUsed(path, source), path).toBe(false);
  });
});

const source = globSync('libs/contexts/{guests,items,requests}/**/*.ts', { exclude: (name) => name.endsWith('.spec.ts') })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Whether the code of the pages reads a text: as `item.title`, `answers[answer].choose` or `{ title } = words.answers.send`. */
function isUsed(path: string, code: string): boolean {
  const keys = path.split('.');
  // Whoever shows a heading shows the text below it.
  if (keys.length > 2 && ['title', 'text'].includes(keys.at(-1)!)) return isUsed(keys.slice(0, -1).join('.'), code);
  const [first, ...rest] = keys;
  const last = rest.at(-1) ?? first;
  const chain = (steps: string[]) => steps.map((key) => `(?:\\.${key}\\b|\\[[^\\n]*?\\])`).join('');
  const read = new RegExp(
    rest.length === 0 ? `words\\.${first}\\b|\\b${first}[,}: ][^\\n]*= words` : `\\b${first}${chain(rest)}`,
  );
  const taken = new RegExp(`\\{[^{}\\n]*\\b${last}\\b[^{}\\n]*\\} = [\\w.]*\\b${first}${chain(rest.slice(0, -1))}`);
  const named = keys.every((key) => new RegExp(`\\b${key}\\b`).test(code));
  return named && (read.test(code) || (rest.length > 0 && taken.test(code)));
}

describe('the language', () => {
  it.each([
    [['de', 'fr', 'en'], 'de'],
    [['DE-at', null, 'en'], 'de'],
    [['xx', 'fr', 'en'], 'fr'],
    [[null, undefined, 'nl'], 'nl'],
    [['zh-Hans-CN', 'en'], 'zh'],
    [['pt-BR', 'en'], 'pt'],
    [['zh-TW', 'en'], 'en'],
    [['zh-TW', 'ja', 'en'], 'ja'],
    [['zh-Hant-HK'], 'en'],
    [['zh-HK', 'zh-CN', 'en'], 'zh'],
    [['nb', 'sv', 'en'], 'sv'],
    [['en-GB', 'de'], 'en'],
    [['tlh', 'xx', null, 7], 'en'],
    [['en-us', 'de'], 'en-US'],
  ])('for %j is %s', (wanted, language) => {
    expect(choose(...wanted)).toBe(language);
  });

  it.each([
    ['en', 'US', ['en-GB'], 'en-US'],
    ['en', 'NL', ['de', 'en-US', 'en'], 'en-US'],
    ['en', 'NL', ['en-GB', 'en-US'], 'en'],
    ['en', undefined, [], 'en'],
    ['es', 'US', ['en-US'], 'es'],
  ] as const)('%s at a house in %s, in a browser for %j, is %s', (language, countryID, accepted, variant) => {
    expect(variantOf(language, countryID, accepted)).toBe(variant);
  });
});

describe('a day', () => {
  it.each([
    ['en', '1 March 2027'],
    ['en-US', 'March 1, 2027'],
    ['de', '1. März 2027'],
    ['fr', '1er mars 2027'],
    ['es', '1 de marzo de 2027'],
    ['nl', '1 maart 2027'],
    ['it', '1 marzo 2027'],
    ['pt', '1 de março de 2027'],
    ['pl', '1 marca 2027'],
    ['sv', '1 mars 2027'],
    ['ja', '2027年3月1日'],
    ['zh', '2027年3月1日'],
    ['ar', '1 مارس 2027'],
  ] as const)('is written in %s as its people write it', (language, day) => {
    expect(longDate(language, new Date('2027-02-28T23:30:00Z'), 'Europe/Berlin')).toBe(day);
  });
});

describe('a text from right to left', () => {
  it('keeps what is filled in apart from the direction around it', () => {
    expect(wordsIn('ar').item.photo({ item: 'Bag (blue)' })).toContain('\u2068Bag (blue)\u2069');
    expect(wordsIn('de').item.photo({ item: 'Bag (blue)' })).toBe('Foto: Bag (blue)');
    expect(messagesIn('ar').kinds['request-question'].body[1]!({ question: null })).toBe('');
  });
});

/** Text that no catalogue may contain: signs of a typewriter, and words that were found to be wrong. */
const UNWANTED: Partial<Record<PageLanguage | 'any', RegExp>> & { any: RegExp } = {
  any: /["'´`]|\.\.\.| -- | {2}|[^\S\n]\n|\bGuest\b/,
  en: /\bfind until\b|how it goes|Links from a message/,
  de: /zu Ihrem Verlust\b|Fundbüro|freiwillig|Privates|\b(du|dein|dir)\b/i,
  fr: /[^\u00a0][:;?!»](?!\/)|«[^\u00a0]|[Ii]ntime|objets? à vous/,
  es: /[Íí]ntimo|Avisado|de vuelta|\btú?\b/,
  nl: /Volgnummer|\bu heeft\b|u bent verloren|Veelkleurig|\bje\b/,
  it: /oggetti\}+ di suo|\b(tuo|tua)\b/,
  pt: /trámos|bámos|\bvocê\b|para si\b/,
  pl: /\b(Twój|Twoje|Ciebie)\b/i,
  sv: /\b(ert|era)\b/,
  ja: /お届け(の内容|を受け付け|を取り下げ|いただいた)|[!?:;,]/,
  zh: /[!?:;,]|你/,
  ar: /[,;?]/,
};

describe('the wording', () => {
  it.each(languages)('is what a reader of "%s" expects of a hotel', (language) => {
    const unwanted = [...textsOf(language)].flatMap(([path, text]) => {
      // Words that choose between branches are no wording.
      const wording = text.replace(/\{\w+, (plural|select), /g, '').replace(/\{\w+\}/g, 'x');
      const found = UNWANTED.any.exec(wording) ?? UNWANTED[language]?.exec(wording);
      return found ? [`${path}: ${found[0]} in ${text}`] : [];
    });
    expect(unwanted).toEqual([]);
  });

  it('isolates numbers and addresses that are written from left to right in the texts themselves', () => {
    expect(textsOf('ar').get('pages.lost.phoneHint')).toMatch(/\u2066\+[\d ]+\u2069/);
  });
});
