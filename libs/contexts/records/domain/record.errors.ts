import { DomainError } from '#platform/kernel';

/** A kind of record with a life cycle, as messages name it. */
export type RecordName = 'item' | 'Request';

const ONE: Record<RecordName, string> = { item: 'An item', Request: 'A Request' };

/** Nothing new is recorded at a deactivated Location (decisions.md, section 6). */
export class LocationDeactivated extends DomainError {
  constructor(name: RecordName, locationID: string) {
    super('conflict', 'location_deactivated', `The Location ${locationID} is deactivated: it takes no new ${name}.`);
  }
}

/** The record's status, or what else is known of it, does not allow the step. */
export class TransitionNotAllowed extends DomainError {
  /** @param because what keeps a record of this status from it; by default no such record can take the step */
  constructor(name: RecordName, from: string, to: string, because: string | null = null) {
    super('conflict', 'transition_not_allowed', `${because ?? `${ONE[name]} that is ${from}`} cannot become ${to}.`);
  }
}

/** Another record of the kind has this key in the Group (decisions.md, section 10). */
export class ExternalIDTaken extends DomainError {
  constructor(name: RecordName) {
    super('conflict', 'external_id_taken', `Another ${name} has this externalID.`);
  }
}

/** No message belongs to this status, so none can be sent again (decisions.md, section 12). */
export class NothingToRepeat extends DomainError {
  constructor(name: RecordName, status: string) {
    super('conflict', 'conflict', `${ONE[name]} that is ${status} has no message to send again.`);
  }
}
