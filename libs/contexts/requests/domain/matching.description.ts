import { lineOf } from './matching.synonyms.js';
import { type FoundThing, type LostThing, read, type Sign } from './matching.things.js';
import { MIN_SIMILARITY } from './matching.weights.js';
import { mostAlike, type Spelled, sameWord, spelled, wordsOf } from './matching.words.js';

interface Word extends Spelled {
  word: string;
  line: readonly string[] | undefined;
}

const comparable = (word: string): Word => ({ word, pairs: spelled(word).pairs, line: lineOf(word) });

const wordsOfLost = read(({ request, answer }: LostThing) => wordsOf(request, answer).map(comparable));
const wordsOfFound = read(({ item, brand }: FoundThing) => wordsOf(item, brand).map(comparable));

/** The likeness of a lost and a found thing by their words. */
export function wordSigns(lost: LostThing, found: FoundThing): Sign[] {
  const signs: Sign[] = [];
  const [described, known] = [wordsOfLost(lost), wordsOfFound(found)];
  const common = known.filter(({ word }) => described.some((other) => sameWord(word, other.word)));
  if (common.length > 0) {
    const share = Math.min(1, common.length / Math.min(described.length, known.length));
    signs.push({ kind: 'sharedWords', share, reason: `words in common: ${listed(common)}` });
    const brand = wordsOf(found.brand);
    if (brand.length > 0 && brand.every((word) => described.some((other) => other.word === word))) {
      signs.push({ kind: 'sameBrand', share: 1, reason: `brand ${found.brand}` });
    }
  }
  const rest = common.length > 0 ? known.filter((word) => !common.includes(word)) : known;
  const synonyms = rest.filter(({ line }) => line !== undefined && described.some((other) => other.line === line));
  if (synonyms.length > 0) signs.push({ kind: 'sameThing', share: 1, reason: `another word for ${listed(synonyms)}` });
  const likeness = mostAlike(rest, described);
  if (likeness >= MIN_SIMILARITY) signs.push({ kind: 'similarWord', share: likeness, reason: 'similar description' });
  if (signs.length === 0) signs.push({ kind: 'otherThing', share: 1, reason: null });
  return signs;
}

function listed(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(', ');
}
