import { DomainError } from '#platform/kernel';
import type { ItemStatus } from './item.values.js';

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

/** The Location never sends what is of this handling or category (decisions.md, section 14). */
export class NeverSent extends DomainError {
  constructor() {
    super('conflict', 'not_shippable', 'The Location never sends items of this handling or category.');
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

/** A payment that was made at a provider is found there by its reference (decisions.md, section 14). */
export class PaidThere extends DomainError {
  constructor(provider: string) {
    super('conflict', 'conflict', `A payment that was made at ${provider} keeps its reference.`);
  }
}

/** A Limited Sub-User uploads images only to items it registered itself (decisions.md, section 5). */
export class NotRegisteredByCaller extends DomainError {
  constructor() {
    super('forbidden', 'forbidden', 'The role allows this only on items that the user registered.');
  }
}
