import { DomainError } from '#platform/kernel';
import type { RequestStatus } from './request.events.js';

/** No Request can be made at a deactivated Location. */
export class LocationDeactivated extends DomainError {
  constructor(locationID: string) {
    super('conflict', 'location_deactivated', `The Location ${locationID} is deactivated: no Request can be made there.`);
  }
}

/** The Request's status does not allow the step. */
export class TransitionNotAllowed extends DomainError {
  constructor(from: RequestStatus, to: RequestStatus) {
    super('conflict', 'transition_not_allowed', `A Request that is ${from} cannot become ${to}.`);
  }
}

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

/** Another Request of the Group has this key (decisions.md, section 10). */
export class ExternalIDTaken extends DomainError {
  constructor() {
    super('conflict', 'external_id_taken', 'Another Request has this externalID.');
  }
}

/** No message belongs to this status, so none can be sent again (decisions.md, section 12). */
export class NothingToRepeat extends DomainError {
  constructor(status: RequestStatus) {
    super('conflict', 'conflict', `Nobody is written to about a Request that is ${status}.`);
  }
}
