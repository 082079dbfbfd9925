/**
 * How much each sign, by itself, says that a found item is what a guest lost: 0 nothing, 1 certainty. Signs add up as
 * independent evidence, so that several weak ones make a strong case and none takes the score past 1.
 */
export const WEIGHTS = {
  sameEmail: 0.8,
  samePhone: 0.7,
  sameNumber: 0.7,
  sameName: 0.4,
  /** In proportion to how alike they are spelled. */
  similarName: 0.3,
  /** When all words of the shorter description are shared; in proportion when some are. */
  sharedWords: 0.6,
  /** When the descriptions are spelled alike; in proportion to how much. */
  similarText: 0.3,
  /** Another word for it, in whatever language. */
  sameThing: 0.35,
  sameBrand: 0.25,
  sameColor: 0.15,
  sameCategory: 0.15,
  samePlace: 0.25,
  sameLocation: 0.2,
  /** On the same day; less with every day between. */
  closeDates: 0.25,
};

/** Dates that lie further apart say nothing. */
export const DAYS_APART = 14;

/** Descriptions and names less alike than this say nothing (0 to 1, by their trigrams). */
export const LEAST_SIMILARITY = 0.45;

/** What scores less is no candidate. */
export const LEAST_SCORE = 0.3;

/** Candidates listed at most. */
export const MOST_CANDIDATES = 20;

/** Characters of a text that are looked at: every text is compared with hundreds, and says early what the thing is. */
export const MOST_CHARACTERS = 255;
