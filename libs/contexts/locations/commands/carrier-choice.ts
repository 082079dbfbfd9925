/** Carriers that a Location may have its parcels sent by. */
export interface CarrierChoice {
  /** Whether the connection is one of a carrier, enabled, and for the Location. */
  isFor(groupID: number, carrierID: number, locationID: string): Promise<boolean>;
}

/** Provided by a global module of a later context. */
export const CARRIER_CHOICE = Symbol('choice of carriers');
