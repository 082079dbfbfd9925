import { Injectable } from '@nestjs/common';
import { type AnyOfWords, ItemQueries, type ItemRow, type Neighbour, newestWithSome, wordsHeld } from '#contexts/items';
import { Database } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { type Likeness, soughtLikenessOf } from '../domain/matching.js';
import { type SoughtWord, soughtIn } from '../domain/matching.sought.js';
import type { LostThing } from '../domain/matching.things.js';
import { foundThing } from './candidate.things.js';
import { colorsByName, colorsNamedIn } from './named-colors.js';

/** How many of the newest items with some of the words are compared, for each number of words. */
const COMPARED = 60;
/** How many misspellings are looked for at once: PostgreSQL compares each with each. */
const AT_ONCE = 16;

/** What is sought, and where. */
interface Search {
  q: string;
  locationID?: string;
}

/** The items that a search probably means although its words don't find them (decisions.md, section 13, Search). */
@Injectable()
export class MeantItems {
  constructor(
    private readonly database: Database,
    private readonly items: ItemQueries,
  ) {}

  /**
   * The items that the caller may see, best first.
   * @param but those that were found
   * @throws DomainError `unavailable` when too many calls wait
   */
  async by(caller: Caller, search: Search, but: readonly number[], most: number): Promise<(Likeness & { row: ItemRow })[]> {
    const words = most > 0 ? soughtIn(search.q, colorsByName()) : [];
    const mayDiffer = words.some(({ others, misspellings }) => others.length + misspellings.length > 0);
    if (words.length === 0 || (words.length === 1 && !mayDiffer)) return [];
    const best = await this.database.inTurn('candidates', caller.group.id, () => this.best(caller, search, words, but, most));
    const rows = new Map((await this.items.some(caller, [...best.keys()])).map((row) => [row.id, row]));
    return [...best].flatMap(([id, likeness]) => (rows.has(id) ? [{ ...likeness, row: rows.get(id)! }] : []));
  }

  private async best(caller: Caller, { q, locationID }: Search, words: SoughtWord[], but: readonly number[], most: number) {
    const known = await this.known(caller.group.id, words);
    const terms = words.map(({ word, color }, at): AnyOfWords => ({ beginning: word, others: [...known[at]!], color }));
    const searches = choicesOf(words).map((choices) =>
      newestWithSome(caller, terms, choices, { locationID, but, most: COMPARED }),
    );
    const found = await this.database.pipeline<Neighbour[]>(...searches);
    const spelled = words.flatMap(({ meant, misspellings }, at) =>
      [...known[at]!].filter((one) => [...meant, ...misspellings].includes(one)),
    );
    const sought = soughtThing([q, ...spelled].join(' '));
    const likeness = [...new Map(found.flat().map((row) => [row.id, row])).values()].flatMap((row) => {
      const one = soughtLikenessOf(sought, foundThing(row));
      return one === null ? [] : [[row.id, one] as const];
    });
    return new Map(likeness.sort(([one, { score }], [other, { score: to }]) => to - score || other - one).slice(0, most));
  }

  /** The other words for each that the Group's items have. */
  private async known(groupID: number, words: readonly SoughtWord[]): Promise<Set<string>[]> {
    const lists = words.flatMap(({ others, misspellings }, at) => [
      ...others.map((other) => ({ at, list: [other] })),
      ...Array.from({ length: Math.ceil(misspellings.length / AT_ONCE) }, (_, n) => ({
        at,
        list: misspellings.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
      })),
    ]);
    const known = words.map(() => new Set<string>());
    if (lists.length === 0) return known;
    const [held] = await this.database.pipeline<[{ list: number; words: string[] }]>(
      wordsHeld(
        groupID,
        lists.map(({ list }) => list),
      ),
    );
    for (const { list, words: all } of held) {
      const { at, list: some } = lists[list]!;
      for (const word of some) if (some.length === 1 || all.includes(word)) known[at]!.add(word);
    }
    return known;
  }
}

/** What is looked for, the likeliest first: all words, all but one, and any word for a thing, or any at all where none is. */
function choicesOf(words: readonly SoughtWord[]): number[][][] {
  const all = words.map((_, at) => at);
  const things = all.filter((at) => words[at]!.isThing);
  const single = (things.length > 0 ? things : all).map((at) => [at]);
  return [
    [all],
    ...(words.length > 2 ? [all.map((left) => all.filter((at) => at !== left))] : []),
    ...(words.length > 1 ? [single] : []),
  ];
}

function soughtThing(request: string): LostThing {
  return {
    request,
    answer: null,
    locationID: '',
    location: null,
    departuredDate: null,
    colors: colorsNamedIn(request),
    categories: [],
    guest: { name: request, email: null, phoneNumber: null },
  };
}
