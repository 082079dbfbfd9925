import { declareEvents, type EventOf } from '#platform/kernel';
import { type LocationShipping, NO_RATES } from './shipping-rates.js';

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

/** The state of a Location after its events. */
export interface KnownLocation {
  status: 'active' | 'deactivated';
  locationID: string;
  details: LocationDetails;
  shipping: LocationShipping;
}

export type LocationState = { status: 'absent' } | KnownLocation;

export type NewLocation = LocationDetails & {
  locationID: string;
  name: string;
  daysBeforeRequestExpires: number;
  options: LocationOptions;
};

/** The data of the events of a Location. */
interface Data {
  LocationCreated: NewLocation;
  /** Only changed fields; nested objects are complete. Erased contact details read null. */
  LocationUpdated: Partial<LocationDetails>;
  /** How the Location ships from now on. */
  LocationShippingChanged: { shipping: LocationShipping };
  LocationDeactivated: Record<string, never>;
  LocationReactivated: Record<string, never>;
  /** The former contact person can no longer be read; what was about others follows in an update. */
  PersonalDataErased: Record<string, never>;
}

export type LocationEvent = EventOf<Data>;

const PUBLIC = ['address', 'itemStorageDays', 'storageAfterItemStorageDays', 'pickupDetails', 'reference', 'timeZone'] as const;

/** The meaning of the events of a Location. */
export const locationEvents = declareEvents<KnownLocation, Data>()('LocationCreated', {
  LocationCreated: {
    public: [...PUBLIC, 'locationID', 'name', 'daysBeforeRequestExpires', 'options'],
    state(_none, { locationID, name: _name, options: _options, daysBeforeRequestExpires: _days, ...details }) {
      return { status: 'active', locationID, details: complete(details), shipping: NO_RATES };
    },
    row: (location) => ({ ...complete(location), shipping: null, active: true }),
    stated: (location) => ({ ...location, active: true, status: 'active' }),
  },
  LocationUpdated: {
    public: PUBLIC,
    state: (location, changes) => ({ ...location, details: complete({ ...location.details, ...changes }) }),
    row: (changes) => (changes.contactDetails === null ? { ...changes, contactDetails: NO_CONTACT } : changes),
  },
  LocationShippingChanged: {
    public: ['shipping'],
    state: (location, { shipping }) => ({ ...location, shipping }),
    row: (changes) => changes,
  },
  LocationDeactivated: {
    public: [],
    state: (location) => ({ ...location, status: 'deactivated' }),
    row: () => ({ active: false }),
    stated: () => ({ active: false, status: 'deactivated' }),
  },
  LocationReactivated: {
    public: [],
    state: (location) => ({ ...location, status: 'active' }),
    row: () => ({ active: true }),
    stated: () => ({ active: true, status: 'active' }),
  },
  PersonalDataErased: {
    public: [],
    state: (location) => ({ ...location, details: { ...location.details, contactDetails: NO_CONTACT } }),
    row: () => ({ contactDetails: NO_CONTACT }),
    stated: () => ({ contactDetails: 'erased' }),
  },
});

/** Details with contact details that were erased since as nobody's. Locations made before there were time zones have none of their own. */
function complete<Details extends LocationDetails>(details: Details): Details {
  return { ...details, contactDetails: details.contactDetails ?? NO_CONTACT, timeZone: details.timeZone ?? null };
}
