import { DomainError } from '#platform/kernel';

/** An anonymized record changes no more. */
export class RequestIsFinal extends DomainError {
  constructor() {
    super('conflict', 'transition_not_allowed', 'The Request is anonymized and can no longer be changed.');
  }
}

/** A resolved Request has its item: that match is removed before another is made. */
export class AlreadyMatched extends DomainError {
  constructor(itemID: number | null) {
    super('conflict', 'transition_not_allowed', `The Request is matched to item ${itemID}. Remove that match to make another.`);
  }
}

/** The Request was matched to another item after its match was read. */
export class MatchedMeanwhile extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The Request was matched to another item meanwhile.');
  }
}
