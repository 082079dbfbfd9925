/**
 * How strongly each sign, by itself, suggests that a found item is what a guest lost: 0 not at all, 1 certainly. Signs combine as
 * independent evidence, so that several weak ones make a strong case and the score never exceeds 1.
 */
export const WEIGHTS = {
  sameEmail: 0.8,
  samePhone: 0.7,
  sameNumber: 0.7,
  sameName: 0.4,
  /** In proportion to their similarity. */
  similarName: 0.3,
  /** When all words of the shorter description are shared; in proportion when some are. */
  sharedWords: 0.6,
  /** When the descriptions are spelled alike; in proportion to their similarity. */
  similarText: 0.3,
  /** A synonym, in any of the languages. */
  sameThing: 0.35,
  sameBrand: 0.25,
  sameColor: 0.15,
  sameCategory: 0.15,
  samePlace: 0.25,
  sameLocation: 0.2,
  /** On the same day; less for every day between. */
  closeDates: 0.25,
};

/** Dates further apart than this many days are no evidence. */
export const DAYS_APART = 14;

/** Descriptions and names with less trigram similarity than this, 0 to 1, are no evidence. */
export const MIN_SIMILARITY = 0.45;

/** The minimum score of a candidate. */
export const MIN_SCORE = 0.3;

/** The maximum number of candidates listed. */
export const MAX_CANDIDATES = 20;

/** How many characters of a text are compared: each is compared with hundreds, and the item is usually named early. */
export const MAX_CHARACTERS = 255;
