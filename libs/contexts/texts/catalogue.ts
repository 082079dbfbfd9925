import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import type english from './catalogue/en.json';
import { GIVEN, type Texts } from './given.js';
import { directionOf, type PageLanguage } from './languages.js';

type Catalogue = typeof english;

/** The words of the pages in one language. */
export type Words = Texts<Catalogue['pages']> & Record<'colors' | 'categories', Readonly<Record<string, string>>>;

/** A text of a message, filled with the facts that it names. */
type Phrase = (facts: object) => string;
type Phrases<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? Phrase : Phrases<Source[Key]>;
};

/** The words of the pages. They are compiled when a language is first asked for. @throws SyntaxError when a text is not an ICU message */
export const wordsIn: (language: PageLanguage) => Words = once((language) => {
  const { pages, colors, categories } = catalogueOf(language);
  const words: unknown = compile(language, pages, (phrase, path) => (Object.hasOwn(GIVEN, path) ? phrase : phrase({})));
  return { ...(words as Words), colors, categories };
});

/** The texts of emails and SMS, compiled likewise. */
export const messagesIn: (language: PageLanguage) => Phrases<Catalogue['messages']> = once((language) => {
  return compile(language, catalogueOf(language).messages, (phrase) => phrase) as Phrases<Catalogue['messages']>;
});

/** The names of colors by their IDs. */
export function colorNamesIn(language: PageLanguage): Readonly<Record<string, string>> {
  return catalogueOf(language).colors;
}

/** The names of categories by their IDs. */
export function categoryNamesIn(language: PageLanguage): Readonly<Record<string, string>> {
  return catalogueOf(language).categories;
}

/** A variant is its language with what it says otherwise. */
function catalogueOf(language: PageLanguage): Catalogue {
  const [base = language] = language.split('-');
  return (base === language ? fileOf(language) : merged(fileOf(base), fileOf(language))) as Catalogue;
}

function fileOf(name: string): object {
  return JSON.parse(readFileSync(new URL(`./catalogue/${name}.json`, import.meta.url), 'utf8'));
}

function merged(texts: object, others: object): object {
  const tree: Record<string, unknown> = { ...texts };
  for (const [key, other] of Object.entries(others)) {
    const text = tree[key];
    tree[key] = text instanceof Object && !Array.isArray(text) ? merged(text, other) : other;
  }
  return tree;
}

/** Makes each text of a tree a function, and of that what `shape` makes of it. */
function compile(language: PageLanguage, texts: unknown, shape: (phrase: Phrase, path: string) => unknown, path = ''): unknown {
  if (typeof texts === 'string') {
    // Texts hold no markup: pages and mails escape them as a whole.
    const message = new IntlMessageFormat(texts, language, undefined, { ignoreTag: true });
    const fill = directionOf(language) === 'rtl' ? isolating(message) : (facts: object) => facts as Facts;
    return shape((facts) => String(message.format(fill(facts))), path);
  }
  if (Array.isArray(texts)) return texts.map((text) => compile(language, text, shape, path));
  const entries = Object.entries(texts as object);
  return Object.fromEntries(entries.map(([key, text]) => [key, compile(language, text, shape, path ? `${path}.${key}` : key)]));
}

type Facts = Record<string, string | number>;

/**
 * Values in a text written from right to left may be written from left to right: marks around it (FSI and PDI of Unicode)
 * keep its punctuation and numbers in their places. A value that chooses between branches of a text stays as it is.
 */
function isolating(message: IntlMessageFormat): (facts: object) => Facts {
  const choosing = new Set(message.getAst().flatMap((element) => ('options' in element ? [element.value] : [])));
  const isShown = (name: string, value: unknown) => typeof value === 'string' && value !== '' && !choosing.has(name);
  const mark = ([name, value]: [string, unknown]) => [name, isShown(name, value) ? `\u2068${value}\u2069` : value];
  return (facts) => Object.fromEntries(Object.entries(facts).map(mark)) as Facts;
}

function once<Value>(make: (language: PageLanguage) => Value): (language: PageLanguage) => Value {
  const made = new Map<PageLanguage, Value>();
  return (language) => {
    const value = made.get(language) ?? make(language);
    made.set(language, value);
    return value;
  };
}
