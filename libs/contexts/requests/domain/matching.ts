import { sameThing } from './matching.synonyms.js';
import { DAYS_APART, MIN_SCORE, MIN_SIMILARITY, WEIGHTS } from './matching.weights.js';
import { codeOf, mentions, sameWord, wordsOf } from './matching.words.js';
import type { Guest } from './request.events.js';

const DAY = 24 * 60 * 60 * 1000;

/** A lost item as the guest describes it. */
export interface LostThing {
  request: string;
  answer: string | null;
  locationID: string;
  location: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
  colors: string[];
  categories: string[];
  guest: Guest;
}

/** A found item as staff describe it. */
export interface FoundThing {
  item: string;
  brand: string | null;
  locationID: string;
  location: string;
  departuredDate: string;
  colors: string[];
  categories: string[];
  owner: {
    firstName: string | null;
    lastName: string | null;
    contactEmail: string | null;
    phoneNumber: string | null;
    reservationNumber: string | null;
    activityNumber: string | null;
    agreementNumber: string | null;
  };
}

/** How likely it is that a Request and an item match, 0 to 1, and the reasons in words. */
export interface Likeness {
  score: number;
  reasons: string[];
}

/** Trigram similarity of the descriptions and the names, 0 to 1. */
export interface Spelling {
  text: number;
  name: number;
}

/** One piece of evidence for a match. */
interface Sign {
  evidence: number;
  reason: string;
}

/**
 * Compares a lost item with a found one.
 * @returns null when there is too little evidence: place and date alone say nothing about the item
 */
export function likenessOf(lost: LostThing, found: FoundThing, spelling: Spelling): Likeness | null {
  const distinctive = [...personSigns(lost, found, spelling), ...thingSigns(lost, found, spelling)];
  if (distinctive.length === 0) return null;
  const signs = [...distinctive, ...circumstanceSigns(lost, found)].sort((one, other) => other.evidence - one.evidence);
  const score = 1 - signs.reduce((doubt, { evidence }) => doubt * (1 - evidence), 1);
  if (score < MIN_SCORE) return null;
  return { score: Math.round(score * 1000) / 1000, reasons: signs.map(({ reason }) => reason) };
}

function personSigns({ guest, request, answer }: LostThing, { owner }: FoundThing, spelling: Spelling): Sign[] {
  const signs: Sign[] = [];
  const add = (evidence: number, reason: string) => signs.push({ evidence, reason });
  if (guest.email && guest.email.toLowerCase() === owner.contactEmail?.toLowerCase()) add(WEIGHTS.sameEmail, 'same email');
  if (guest.phoneNumber && codeOf(guest.phoneNumber) === codeOf(owner.phoneNumber)) add(WEIGHTS.samePhone, 'same phone number');
  if (isSameName(guest.name, owner)) add(WEIGHTS.sameName, 'same name');
  else if (spelling.name >= MIN_SIMILARITY) add(WEIGHTS.similarName * spelling.name, 'similar name');
  const numbers = {
    reservation: owner.reservationNumber,
    activity: owner.activityNumber,
    agreement: owner.agreementNumber,
  };
  for (const [kind, number] of Object.entries(numbers)) {
    const code = codeOf(number);
    if (code.length > 3 && mentions(`${request} ${answer ?? ''}`, code)) add(WEIGHTS.sameNumber, `same ${kind} number`);
  }
  return signs;
}

function isSameName(name: string | null, { firstName, lastName }: FoundThing['owner']): boolean {
  const given = wordsOf(name);
  const known = wordsOf(firstName, lastName);
  return lastName !== null && known.length > 0 && known.every((word) => given.includes(word));
}

function thingSigns(lost: LostThing, found: FoundThing, { text }: Spelling): Sign[] {
  const signs: Sign[] = [];
  const [described, known] = [wordsOf(lost.request, lost.answer), wordsOf(found.item, found.brand)];
  const common = known.filter((word) => described.some((other) => sameWord(word, other)));
  if (common.length > 0) {
    const share = common.length / Math.min(described.length, known.length);
    signs.push({ evidence: WEIGHTS.sharedWords * Math.min(1, share), reason: `words in common: ${common.join(', ')}` });
  }
  const brand = wordsOf(found.brand);
  if (brand.length > 0 && brand.every((word) => described.includes(word))) {
    signs.push({ evidence: WEIGHTS.sameBrand, reason: `brand ${found.brand}` });
  }
  const synonyms = known.filter((word) => !common.includes(word) && described.some((other) => sameThing(word, other)));
  if (synonyms.length > 0) signs.push({ evidence: WEIGHTS.sameThing, reason: `another word for ${synonyms.join(', ')}` });
  if (text >= MIN_SIMILARITY) {
    signs.push({ evidence: WEIGHTS.similarText * Math.min(1, text), reason: 'similar description' });
  }
  for (const color of lost.colors.filter((one) => found.colors.includes(one))) {
    signs.push({ evidence: WEIGHTS.sameColor, reason: `colour ${color}` });
  }
  for (const category of lost.categories.filter((one) => found.categories.includes(one))) {
    signs.push({ evidence: WEIGHTS.sameCategory, reason: `category ${category}` });
  }
  return signs;
}

function circumstanceSigns(lost: LostThing, found: FoundThing): Sign[] {
  const signs: Sign[] = [];
  if (lost.locationID === found.locationID) signs.push({ evidence: WEIGHTS.sameLocation, reason: 'same Location' });
  if (lost.location && codeOf(lost.location) === codeOf(found.location)) {
    signs.push({ evidence: WEIGHTS.samePlace, reason: `same place: ${found.location}` });
  }
  if (lost.departuredDate !== null) {
    const days = Math.round(Math.abs(Date.parse(lost.departuredDate) - Date.parse(found.departuredDate)) / DAY);
    if (days <= DAYS_APART) {
      const reason = days === 0 ? 'same date' : `dates ${days} ${days === 1 ? 'day' : 'days'} apart`;
      signs.push({ evidence: WEIGHTS.closeDates * (1 - days / (DAYS_APART + 1)), reason });
    }
  }
  return signs;
}
