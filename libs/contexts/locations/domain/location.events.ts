/** The street address of a Location (api-v2.md, Location). */
export interface LocationAddress {
  address: string;
  addressNumber: string;
  city: string;
  countryID: string;
  state: string | null;
  zipCode: string;
}

/** The contact person in charge at a Location. */
export interface ContactDetails {
  contactPerson: string;
  contactEmail: string;
  contactEmailCC: string | null;
  phoneNumber: string;
}

/** Pickup data for shipping providers; `pickupIntructions` is the specification's spelling. */
export interface PickupDetails {
  pickupLocation: string;
  pickupIntructions: string | null;
}

export interface LocationOptions {
  weightUnit: 'kg' | 'lb';
  dimensionUnit: 'cm' | 'in';
}

/** The fields of a Location that can be changed. */
export interface LocationDetails {
  address: LocationAddress;
  contactDetails: ContactDetails;
  itemStorageDays: number;
  storageAfterItemStorageDays: number;
  pickupDetails: PickupDetails;
  reference: string | null;
}

export type LocationCreated = {
  type: 'LocationCreated';
  data: LocationDetails & { locationID: string; name: string; daysBeforeRequestExpires: number; options: LocationOptions };
};

/** Only changed fields; nested objects are complete. */
export type LocationUpdated = { type: 'LocationUpdated'; data: Partial<LocationDetails> };
export type LocationDeactivated = { type: 'LocationDeactivated'; data: Record<string, never> };
export type LocationReactivated = { type: 'LocationReactivated'; data: Record<string, never> };

export type LocationEvent = LocationCreated | LocationUpdated | LocationDeactivated | LocationReactivated;
