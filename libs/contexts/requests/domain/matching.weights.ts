/**
 * Weights of the signs that a found item is the lost one: how much likelier (above 0) or less likely (below) it is with the
 * true item than with another, as a natural logarithm, so that signs add up. Fitted at commit a0851fcd by
 * `npm run bench -- matching-weights` (docs/performance.md, Matching), but those for telephone, number, photo and Location, which the
 * generated sets say nothing about.
 */
export const WEIGHTS = {
  sameEmail: 4.4,
  samePhone: 4,
  sameNumber: 6,
  sameName: 5.5,
  similarName: 1.9,
  otherName: -4,
  /** When all words of the shorter description are shared; in proportion when some are. */
  sharedWords: 4.1,
  /** A word that is spelled alike; in proportion to the similarity. */
  similarWord: 3,
  /** A synonym, in any of the languages. */
  sameThing: 4.5,
  /** No word of the one has to do with any of the other. */
  otherThing: -0.6,
  sameBrand: 0.2,
  sameColor: 2.6,
  likeColor: 0.2,
  otherColor: -3.2,
  sameCategory: 1.3,
  otherCategory: -1.3,
  /** Photos of one picture, or nearly; by hand, and less than makes a candidate by itself. */
  similarPhoto: 3,
  samePlace: 4.5,
  otherPlace: -3,
  sameLocation: 2,
  sameDate: 3.2,
  nextDate: 2.7,
  closeDates: -1.6,
  otherDates: -3.1,
};

export type SignKind = keyof typeof WEIGHTS;

/** The logarithm of how unlikely a match is before anything is known of the two, which makes the score a probability. */
export const PRIOR = -8;

/** The same for a search by words, which finds few things and knows neither place nor date; by hand. */
export const PRIOR_OF_SOUGHT = -3.5;

/** Dates further apart than this many days speak against a match. */
export const DAYS_APART = 14;

/** Words with less similarity than this, 0 to 1, are not spelled alike. */
export const MIN_SIMILARITY = 0.55;

/** The minimum score of a candidate. */
export const MIN_SCORE = 0.02;

/** The minimum score of a pair that the desk sees (decisions.md, section 13, Work list). */
export const MIN_LIKELY_SCORE = 0.8;

/** The minimum score of an item that is probably the same as another, and how many are listed. */
export const MIN_SIMILAR_SCORE = 0.5;
export const MAX_SIMILAR = 3;

/** The maximum number of candidates listed. */
export const MAX_CANDIDATES = 20;

/** How many characters of a text are compared: each is compared with hundreds, and the item is usually named early. */
export const MAX_CHARACTERS = 255;
