import { DomainError } from '#platform/kernel';
import type { ItemStatus } from './item.events.js';

/** No item can be registered at a deactivated Location (decisions.md, section 6). */
export class LocationDeactivated extends DomainError {
  constructor(locationID: string) {
    super('conflict', 'location_deactivated', `The Location ${locationID} is deactivated: no item can be registered there.`);
  }
}

/** The item's status, or what else is known of it, does not allow the step. */
export class TransitionNotAllowed extends DomainError {
  /** @param because what keeps an item of this status from it; by default no such item can take the step */
  constructor(from: ItemStatus, to: string, because: string | null = null) {
    super('conflict', 'transition_not_allowed', `${because ?? `An item that is ${from}`} cannot become ${to}.`);
  }
}

/** An anonymized item is final. */
export class ItemIsFinal extends DomainError {
  constructor(status: ItemStatus) {
    super('conflict', 'conflict', `An item that is ${status} cannot be changed.`);
  }
}

/** A held item stays where it is (decisions.md, section 13, Hold). */
export class ItemIsOnHold extends DomainError {
  constructor() {
    super('conflict', 'on_hold', 'The item is on hold.');
  }
}

/** An item belongs to one Request at a time. */
export class ItemIsMatched extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The item is matched to another Request. Remove that match first.');
  }
}

/** The Location ships to that country, or that weight, at no rate (decisions.md, section 12). */
export class NotShippable extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The Location has no shipping rate for this country and weight.');
  }
}

/** Others than admins may only withdraw a payment (decisions.md, section 12). */
export class MayOnlyWithdraw extends DomainError {
  constructor() {
    super('forbidden', 'forbidden', 'The role allows only to withdraw a payment.');
  }
}

/** There is no payment to be reported, or it is settled already. */
export class NoSuchPayment extends DomainError {
  constructor(from: string | null, to: string) {
    super('conflict', 'conflict', from === null ? 'No payment was asked for.' : `A payment that is ${from} cannot become ${to}.`);
  }
}

/** Another item of the Group has this key (decisions.md, section 10). */
export class ExternalIDTaken extends DomainError {
  constructor() {
    super('conflict', 'external_id_taken', 'Another item has this externalID.');
  }
}

/** A Limited Sub-User uploads images only to items it registered itself (decisions.md, section 5). */
export class NotRegisteredByCaller extends DomainError {
  constructor() {
    super('forbidden', 'forbidden', 'The role allows this only on items that the user registered.');
  }
}

/** No message belongs to this status, so none can be sent again (decisions.md, section 12). */
export class NothingToRepeat extends DomainError {
  constructor(status: ItemStatus) {
    super('conflict', 'conflict', `An item that is ${status} has no message to send again.`);
  }
}
