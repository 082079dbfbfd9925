import { lineOf } from './matching.synonyms.js';
import { type FoundThing, type LostThing, read, type Sign } from './matching.things.js';
import { MIN_SIMILARITY } from './matching.weights.js';
import { mostAlike, pairsOf, sameWord, wordsOf } from './matching.words.js';

const comparable = (word: string) => ({ word, pairs: pairsOf(word), line: lineOf(word) });

const wordsOfLost = read(({ request, answer }: LostThing) => wordsOf(request, answer).map(comparable));
const wordsOfFound = read(({ item, brand }: FoundThing) => wordsOf(item, brand).map(comparable));
const wordsOfBrand = read(({ brand }: FoundThing) => wordsOf(brand));

/** What the words for a lost and a found thing say about whether they are one. */
export function wordSigns(lost: LostThing, found: FoundThing): Sign[] {
  const signs: Sign[] = [];
  const [described, known, brand] = [wordsOfLost(lost), wordsOfFound(found), wordsOfBrand(found)];
  const common = known.filter(({ word }) => described.some((other) => sameWord(word, other.word)));
  if (common.length > 0) {
    const share = Math.min(1, common.length / Math.min(described.length, known.length));
    signs.push({ kind: 'sharedWords', share, reason: `words in common: ${listed(common)}` });
  }
  if (brand.length > 0 && brand.every((word) => described.some((other) => other.word === word))) {
    signs.push({ kind: 'sameBrand', share: 1, reason: `brand ${found.brand}` });
  }
  const rest = known.filter((word) => !common.includes(word));
  const synonyms = rest.filter(({ line }) => line !== undefined && described.some((other) => other.line === line));
  if (synonyms.length > 0) signs.push({ kind: 'sameThing', share: 1, reason: `another word for ${listed(synonyms)}` });
  const spelled = mostAlike(
    rest.map(({ pairs }) => pairs),
    described.map(({ pairs }) => pairs),
  );
  if (spelled >= MIN_SIMILARITY) signs.push({ kind: 'similarWord', share: spelled, reason: 'similar description' });
  if (signs.length === 0) signs.push({ kind: 'otherThing', share: 1, reason: null });
  return signs;
}

function listed(words: readonly { word: string }[]): string {
  return words.map(({ word }) => word).join(', ');
}
