import { DomainError } from '#platform/kernel';

/** The Location has no carrier that sells labels. */
export class NoCarrier extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The Location has no carrier, or it is switched off (`PUT /locations/{locationID}/shipping`).');
  }
}

/** The carrier sends nothing there. */
export class NothingOffered extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The carrier has no offer with a price for this parcel.');
  }
}

/** The carrier said no, in its own words. */
export class CarrierRefused extends DomainError {
  constructor(words: string) {
    super('conflict', 'carrier_refused', words);
  }
}
