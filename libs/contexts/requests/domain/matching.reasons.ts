import type { Sign } from './matching.things.js';
import type { SignKind } from './matching.weights.js';

/** Reasons for a likeness, for programs (decisions.md, section 13, Candidates). */
export const REASON_CODES = [
  'same-place',
  'same-date',
  'same-name',
  'same-contact',
  'same-reservation',
  'words',
  'color',
  'category',
  'brand',
  'photo',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** The same Location, or days near each other, are a reason in words only. */
const CODES: Partial<Record<SignKind, ReasonCode>> = {
  samePlace: 'same-place',
  sameDate: 'same-date',
  sameName: 'same-name',
  similarName: 'same-name',
  sameEmail: 'same-contact',
  samePhone: 'same-contact',
  sameNumber: 'same-reservation',
  sharedWords: 'words',
  similarWord: 'words',
  sameThing: 'words',
  sameColor: 'color',
  sameCategory: 'category',
  sameBrand: 'brand',
  similarPhoto: 'photo',
};

/** The codes of the signs, each once, in their order. */
export function codesOf(signs: readonly Sign[]): ReasonCode[] {
  return [...new Set(signs.flatMap(({ kind }) => CODES[kind] ?? []))];
}
