import { Injectable } from '@nestjs/common';
import {
  type AnyOfWords,
  type BeginningHeld,
  beginningsHeld,
  ItemQueries,
  type ItemRow,
  type Neighbour,
  newestWithSome,
  wordsHeld,
} from '#contexts/items';
import { Database } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { type Likeness, sharedLikeness, soughtLikenessOf } from '../domain/matching.js';
import { apartIn, corrected, joinedIn, type SoughtWord, SPACED, soughtIn } from '../domain/matching.sought.js';
import type { LostThing } from '../domain/matching.things.js';
import { foundThing } from './candidate.things.js';
import { colorsByName, colorsNamedIn } from './named-colors.js';

/** How many of the newest items with some of the words are compared, for each number of words. */
const COMPARED = 60;
/** How many misspellings are looked for at once: PostgreSQL compares each with each. */
const AT_ONCE = 16;

/**
 * How many of the newest parts of a Group's items are read for a beginning that many items have, and a quarter for two: whatever part is
 * read, all that have it are, and each is compared with the others.
 */
const PARTS_READ = 64;
/** The number of words of a long text that are looked for: each costs a reading by itself, and one of all the others. */
const MOST_WORDS = 8;

/** The search for a word by itself. */
const AS_IT_STANDS = { isThing: false, color: null, others: [], meant: [], isBegun: true, isWhole: true, isDear: false };

/** A word of a search with what the Group's items have of it. */
interface HeldWord extends SoughtWord, Pick<AnyOfWords, 'isWhole'> {
  /** Whether items have its beginning. */
  isBegun: boolean;
  /** Whether so many items have its beginning that looking for it is dear. */
  isDear: boolean;
}

/** The words that are sought, and where. */
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
  async by(
    caller: Caller,
    { q: given, locationID }: Search,
    but: readonly number[],
    most: number,
  ): Promise<(Likeness & { row: ItemRow })[]> {
    const q = joinedIn(given);
    const words = most > 0 ? soughtIn(q, colorsByName()) : [];
    const mayDiffer = words.some(({ others, misspellings }) => others.length + misspellings.length > 0);
    if (most <= 0 || ((words.length === 0 || (words.length === 1 && !mayDiffer)) && apartIn(q).length === 0)) return [];
    const best = await this.database.inTurn('candidates', caller.group.id, () =>
      this.best(caller, { q, locationID }, words, but, most),
    );
    const rows = new Map((await this.items.some(caller, [...best.keys()])).map((row) => [row.id, row]));
    return [...best].flatMap(([id, likeness]) => (rows.has(id) ? [{ ...likeness, row: rows.get(id)! }] : []));
  }

  private async best(caller: Caller, { q, locationID }: Search, sought: SoughtWord[], but: readonly number[], most: number) {
    const held = sought.length === 0 ? [] : await this.held(caller.group.id, sought);
    if (held.length === 0) return this.apart(caller, { q, locationID }, but, most);
    const words = tellingMost(held);
    const dear = words.filter(({ isDear }) => isDear).length;
    const where = { locationID, but, most: COMPARED, parts: dear === 0 ? null : Math.ceil(PARTS_READ / dear ** 2) };
    const searches = choicesOf(words).map((choices) => newestWithSome(caller, words, choices, where));
    const found = await this.database.pipeline<Neighbour[]>(...searches);
    const misspelled = words.filter(({ meant, isBegun }) => meant.length > 0 && !isBegun);
    const lost = soughtThing(corrected(q, new Map(misspelled.map(({ word, meant }) => [word, meant]))));
    // Most of the words, and not the single one that is left of several.
    const isMost = 2 * held.length > sought.length;
    const whole = new Set(isMost ? found[0]!.map(({ id }) => id) : []);
    const shared = sharedLikeness(
      words.map(({ word, meant: [meant = word] }) => meant),
      held.length / sought.length,
    );
    const likeness = [...new Map(found.flat().map((row) => [row.id, row])).values()].flatMap((row) => {
      const one = soughtLikenessOf(lost, foundThing(row)) ?? (whole.has(row.id) ? shared : null);
      return one === null ? [] : [[row.id, one] as const];
    });
    return new Map(likeness.sort(([one, { score }], [other, { score: to }]) => to - score || other - one).slice(0, most));
  }

  /** The items that have the only word, which none has, as two. */
  private async apart(caller: Caller, { q, locationID }: Search, but: readonly number[], most: number) {
    const pairs = apartIn(q);
    const likeness = sharedLikeness([q.trim()], 1);
    if (pairs.length === 0 || likeness === null) return new Map<number, Likeness>();
    const words = pairs.flat().map((word) => ({ word, isWhole: true, others: [], color: null }));
    const choices = pairs.map((_, at) => [2 * at, 2 * at + 1]);
    const found = await this.database.pipeline<Neighbour[]>(
      newestWithSome(caller, words, choices, { locationID, but, most, parts: null }),
    );
    return new Map(found.flat().map(({ id }) => [id, likeness]));
  }

  /** The words that the Group's items have or that others stand for, with those of the others that they have. */
  private async held(groupID: number, words: readonly SoughtWord[]): Promise<HeldWord[]> {
    const lists = words.flatMap(({ others, misspellings }, at) =>
      [...others.map((other) => [other]), ...inParts(misspellings)].map((list) => ({ at, list })),
    );
    const [begun, held] = await this.database.pipeline<[BeginningHeld, { list: number; words: string[] }]>(
      beginningsHeld(
        groupID,
        words.map(({ word }) => word),
      ),
      wordsHeld(
        groupID,
        lists.map(({ list }) => list),
      ),
    );
    const others = words.map(() => new Set<string>());
    for (const { list, words: all } of held) {
      const { at, list: some } = lists[list]!;
      for (const word of some) if (some.length === 1 || all.includes(word)) others[at]!.add(word);
    }
    const beginnings = new Map(begun.map((one) => [one.word, one]));
    return words.flatMap((word, at) => {
      const known = [...others[at]!];
      const beginning = beginnings.get(word.word);
      if (!beginning && known.length === 0 && word.color === null) return [];
      // A word that many write is no error, such as a brand that is a letter from a word for a thing.
      if (beginning?.isCommon && word.meant.length > 0) return [{ ...word, ...AS_IT_STANDS }];
      const meant = [...word.meant, ...word.misspellings.filter((one) => others[at]!.has(one))];
      const isWhole = beginning?.isCommon === true && SPACED.test(word.word);
      const isDear = !isWhole && beginning !== undefined && (beginning.isCommon || beginning.isCommonlyBegun);
      return [{ ...word, others: known, meant, isBegun: beginning !== undefined, isWhole, isDear }];
    });
  }
}

function inParts(words: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(words.length / AT_ONCE) }, (_, n) => words.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

/** Names of things before what few items have, and that before what many have. */
function tellingMost(words: readonly HeldWord[]): readonly HeldWord[] {
  if (words.length <= MOST_WORDS) return words;
  const rank = ({ isThing, isWhole, isDear }: HeldWord) => (isThing ? 0 : isWhole || isDear ? 2 : 1);
  const telling = new Set(words.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_WORDS));
  return words.filter((word) => telling.has(word));
}

/** The words to look for, the likeliest first: all words, all but one, and any word for a thing, or any at all where none is. */
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
