import type { LocationShipping } from './shipping-rates.js';

/** The street address of a Location (api-v2.md, Location). */
export interface LocationAddress {
  address: string;
  addressNumber: string;
  city: string;
  countryID: string;
  state: string | null;
  zipCode: string;
}

/** The contact person in charge at a Location; null what was erased. `contactEmailCC` are addresses separated by commas. */
export interface ContactDetails {
  contactPerson: string | null;
  contactEmail: string | null;
  contactEmailCC: string | null;
  phoneNumber: string | null;
}

/** A contact person that was erased, until staff enter the next one. */
export const NO_CONTACT: ContactDetails = { contactPerson: null, contactEmail: null, contactEmailCC: null, phoneNumber: null };

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
  /** A canonical name of the tz database; null: that of the address. */
  timeZone: string | null;
}

export type LocationCreated = {
  type: 'LocationCreated';
  data: LocationDetails & { locationID: string; name: string; daysBeforeRequestExpires: number; options: LocationOptions };
};

/** Only changed fields; nested objects are complete. Erased contact details read null. */
export type LocationUpdated = { type: 'LocationUpdated'; data: Partial<LocationDetails> };
/** How the Location ships from now on. */
export type LocationShippingChanged = { type: 'LocationShippingChanged'; data: { shipping: LocationShipping } };
export type LocationDeactivated = { type: 'LocationDeactivated'; data: Record<string, never> };
export type LocationReactivated = { type: 'LocationReactivated'; data: Record<string, never> };

/** The former contact person can no longer be read; what was about others follows in an update. */
export type PersonalDataErased = { type: 'PersonalDataErased'; data: Record<string, never> };

export type LocationEvent =
  | LocationCreated
  | LocationUpdated
  | LocationShippingChanged
  | LocationDeactivated
  | LocationReactivated
  | PersonalDataErased;
