import { numberKey } from '#platform/kernel';
import { colorsCompared } from './matching.colors.js';
import { wordSigns } from './matching.description.js';
import { personSigns } from './matching.person.js';
import { codesOf, type ReasonCode } from './matching.reasons.js';
import { isThing } from './matching.synonyms.js';
import { type FoundThing, type LostThing, read, type Sign } from './matching.things.js';
import { DAYS_APART, MIN_SCORE, PRIOR, PRIOR_OF_SOUGHT, WEIGHTS } from './matching.weights.js';
import { wordsOf } from './matching.words.js';

const DAY = 24 * 60 * 60 * 1000;

/** How likely it is that a Request and an item match, 0 to 1, and the reasons in words. */
export interface Likeness {
  score: number;
  reasons: string[];
  /** The same for programs, each once. */
  reasonCodes: ReasonCode[];
}

/**
 * Compares a lost item with a found one.
 * @param similarPhoto whether their photos are of one picture, or nearly
 * @returns null when there is too little evidence: place and date alone say nothing about the item
 */
export function likenessOf(lost: LostThing, found: FoundThing, similarPhoto = false): Likeness | null {
  const signs = signsOf(lost, found, similarPhoto);
  return signs === null ? null : likenessBy(signs, PRIOR);
}

/** How likely a found thing is what somebody seeks by words, who says neither where nor when: its color alone makes it no such thing. */
export function soughtLikenessOf(sought: LostThing, found: FoundThing): Likeness | null {
  const signs = signsOf(sought, found)?.filter(({ kind }) => kind !== 'otherName') ?? [];
  // By the same word is no less than by another.
  const words = wordsOf(found.item).filter(isThing);
  const isSame = words.length > 0 && wordsOf(sought.request).some((word) => words.includes(word));
  if (isSame && !signs.some(({ kind }) => kind === 'sameThing')) signs.push({ kind: 'sameThing', share: 1, reason: null });
  const isNamed = signs.some(({ kind, reason }) => reason !== null && kind !== 'sameColor');
  return isNamed || sought.colors.length === wordsOf(sought.request).length ? likenessBy(signs, PRIOR_OF_SOUGHT) : null;
}

/** The same for an item with the words in its notes, place or owner's name, and not in its description. @param share of all words sought */
export function sharedLikeness(words: readonly string[], share: number): Likeness | null {
  return likenessBy([{ kind: 'sharedWords', share, reason: `words in common: ${words.join(', ')}` }], PRIOR_OF_SOUGHT);
}

function likenessBy(signs: readonly Sign[], prior: number): Likeness | null {
  const score = 1 / (1 + Math.exp(-signs.reduce((sum, sign) => sum + weightOf(sign), prior)));
  if (score < MIN_SCORE) return null;
  const grounds = signs.filter(({ reason }) => reason !== null).sort((one, other) => weightOf(other) - weightOf(one));
  const reasons = grounds.flatMap(({ reason }) => reason ?? []);
  return { score: Math.round(score * 1000) / 1000, reasons, reasonCodes: codesOf(grounds) };
}

function weightOf({ kind, share }: Sign): number {
  return WEIGHTS[kind] * share;
}

/** All signs of a pair; null where none speaks for the item or the person themselves. */
export function signsOf(lost: LostThing, found: FoundThing, similarPhoto = false): Sign[] | null {
  const distinctive = personSigns(lost, found).concat(wordSigns(lost, found), traitSigns(lost, found));
  if (similarPhoto) distinctive.push({ kind: 'similarPhoto', share: 1, reason: 'similar photo' });
  if (!distinctive.some(({ reason }) => reason !== null)) return null;
  return distinctive.concat(circumstanceSigns(lost, found));
}

function traitSigns(lost: LostThing, found: FoundThing): Sign[] {
  const signs: Sign[] = [];
  const colors = colorsCompared(lost.colors, found.colors);
  if (colors === 'same') {
    const shared = lost.colors.filter((color) => found.colors.includes(color));
    signs.push(...shared.map((color): Sign => ({ kind: 'sameColor', share: 1 / shared.length, reason: `color ${color}` })));
  } else if (colors !== null) {
    signs.push({ kind: colors === 'alike' ? 'likeColor' : 'otherColor', share: 1, reason: null });
  }
  const category = lost.categories.find((one) => found.categories.includes(one));
  if (category !== undefined) signs.push({ kind: 'sameCategory', share: 1, reason: `category ${category}` });
  else if (lost.categories.length > 0 && found.categories.length > 0) {
    signs.push({ kind: 'otherCategory', share: 1, reason: null });
  }
  return signs;
}

const placeOfLost = read(({ location }: LostThing) => numberKey(location));
const placeOfFound = read(({ location }: FoundThing) => numberKey(location));

function circumstanceSigns(lost: LostThing, found: FoundThing): Sign[] {
  const signs: Sign[] = [];
  if (lost.locationID === found.locationID) signs.push({ kind: 'sameLocation', share: 1, reason: 'same Location' });
  const [place, other] = [placeOfLost(lost), placeOfFound(found)];
  if (place !== '' && place === other) signs.push({ kind: 'samePlace', share: 1, reason: `same place: ${found.location}` });
  else if (/\d/.test(place) && /\d/.test(other)) signs.push({ kind: 'otherPlace', share: 1, reason: null });
  if (lost.departuredDate !== null) signs.push(dateSign(lost.departuredDate, found.departuredDate));
  return signs;
}

function dateSign(one: string, other: string): Sign {
  const days = Math.round(Math.abs(Date.parse(one) - Date.parse(other)) / DAY);
  if (days > DAYS_APART) return { kind: 'otherDates', share: 1, reason: null };
  const kind = days === 0 ? 'sameDate' : days <= 2 ? 'nextDate' : 'closeDates';
  return { kind, share: 1, reason: days === 0 ? 'same date' : `dates ${days} ${days === 1 ? 'day' : 'days'} apart` };
}
