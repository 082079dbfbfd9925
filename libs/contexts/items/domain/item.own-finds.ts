import { DomainError } from '#platform/kernel';
import type { KnownItem } from './item.state.js';

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
