import { DomainError } from '#platform/kernel';

/** An anonymized record has nothing left to show, and nobody to show it to (decisions.md, section 12). */
export class NoPage extends DomainError {
  constructor() {
    super('conflict', 'transition_not_allowed', 'It is anonymized: no link is made to it.');
  }
}
