import { DomainError, ValidationFailed } from '#platform/kernel';
import type { KnownItem } from './item.state.js';

const DAY = 24 * 60 * 60 * 1000;

/** @throws ValidationFailed when it was found more than a day ahead of `at`, which allows for any zone (decisions.md, section 13) */
export function checkFoundAt(foundAt: string | null | undefined, at: string): void {
  if (!foundAt || Date.parse(foundAt) <= Date.parse(at) + DAY) return;
  throw new ValidationFailed([{ field: 'foundAt', code: 'out_of_range', message: 'Must be at most a day ahead.' }]);
}

/** How long who registered an item may change it as their own find (decisions.md, section 13, Own finds): minutes. */
const MINUTES = 60;

/** The time is over in which who registered an item may change it. */
export class FindIsSettled extends DomainError {
  constructor() {
    super('conflict', 'conflict', `A find can be changed for ${MINUTES} minutes by who registered it.`);
  }
}

/** @throws FindIsSettled */
export function checkOwnFind({ registeredAt }: KnownItem, at: string): void {
  if (Date.parse(at) - Date.parse(registeredAt) > MINUTES * 60_000) throw new FindIsSettled();
}
