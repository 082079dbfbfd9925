import { ProviderRefused } from '#contexts/connections';
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

/** The answer of a carrier to what was asked. @throws CarrierRefused where it says no to that, which is no failure of its own */
export async function orRefused<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderRefused) throw new CarrierRefused(error.words ?? error.message);
    throw error;
  }
}
