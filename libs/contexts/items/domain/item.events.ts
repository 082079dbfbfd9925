/** Item statuses (decisions.md, section 6). */
export const ITEM_STATUSES = [
  'contact-missing',
  'waiting-response',
  'wrong-owner',
  'pickup-by-guest',
  'shipment-paid',
  'pickup-scheduled',
  'in-route',
  'delivered',
  'left-behind',
  'finished',
  'expired',
  'deleted',
  'anonymized',
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Stands where words were that may have named a person. */
export const ANONYMIZED = 'anonymized';

export interface OwnerAddress {
  address: string | null;
  address2: string | null;
  city: string | null;
  countryID: string | null;
  state: string | null;
  zipCode: string | null;
  companyName: string | null;
}

/** The owner of an item: every key is always there (decisions.md, section 9). */
export interface Owner {
  firstName: string | null;
  lastName: string | null;
  contactEmail: string | null;
  phoneNumber: string | null;
  reservationNumber: string | null;
  activityNumber: string | null;
  agreementNumber: string | null;
  address: OwnerAddress | null;
}

export const UNKNOWN_OWNER: Owner = {
  firstName: null,
  lastName: null,
  contactEmail: null,
  phoneNumber: null,
  reservationNumber: null,
  activityNumber: null,
  agreementNumber: null,
  address: null,
};

export interface Dimensions {
  fitsInServicePackaging: boolean;
  width: number | null;
  length: number | null;
  height: number | null;
}

/** Shipping data; `weight.ID` is the service class, 1 to 6. */
export interface Shipping {
  weight: { ID: number } | null;
  dimensions: Dimensions | null;
}

/** What can be changed about an item. */
export interface ItemDetails {
  /** The integration's own key (decisions.md, section 10). */
  externalID: string | null;
  item: string;
  location: string;
  /** `YYYY-MM-DD` */
  departuredDate: string;
  shipping: Shipping;
  itemStorage: string | null;
  internalNotes: string | null;
  imageUrl: string | null;
  customStorageDays: number | null;
  brand: string | null;
  colors: string[];
  categories: string[];
  /** Personal data: encrypted in the store, null once erased. */
  owner: Owner;
}

/** An item of which nothing is known yet: what a request leaves out, and what events of earlier releases do not tell. */
export const EMPTY_DETAILS: ItemDetails = {
  externalID: null,
  item: '',
  location: '',
  departuredDate: '',
  shipping: { weight: null, dimensions: null },
  itemStorage: null,
  internalNotes: null,
  imageUrl: null,
  customStorageDays: null,
  brand: null,
  colors: [],
  categories: [],
  owner: UNKNOWN_OWNER,
};

/** The details that hold nothing personal: all others are sealed in events, and emptied when the item is erased. */
export const PUBLIC_DETAILS = ['departuredDate', 'shipping', 'customStorageDays', 'brand', 'colors', 'categories'] as const;

/** What stands where personal details were. */
export const ERASED_DETAILS: Partial<ItemDetails> = {
  ...Object.fromEntries(Object.entries(EMPTY_DETAILS).filter(([name]) => !(PUBLIC_DETAILS as readonly string[]).includes(name))),
  item: ANONYMIZED,
  location: ANONYMIZED,
};

export type ItemRegistered = {
  type: 'ItemRegistered';
  data: ItemDetails & {
    locationID: string;
    languageID: number | null;
    languageCode: string | null;
    status: ItemStatus;
    /** The Location's storage days as they stood at registration. */
    itemStorageDays: number;
    /** ISO 8601; the same moment as the event's. */
    registeredAt: string;
    storageExpiresAt: string;
  };
};

/** Only what changed; nested objects whole. */
export type ItemUpdated = { type: 'ItemUpdated'; data: Partial<ItemDetails> & { storageExpiresAt?: string } };

export type ItemStatusChanged = {
  type: 'ItemStatusChanged';
  data: { status: ItemStatus; previousStatus: ItemStatus; locationID: string };
};

/** What an owner may answer (decisions.md, section 9). */
export const OWNER_RESPONSES = ['pickup', 'ship', 'leave', 'not-mine'] as const;
export type OwnerResponse = (typeof OWNER_RESPONSES)[number];

/** The owner's answer and what it changed beside the status. */
export type OwnerResponded = {
  type: 'OwnerResponded';
  data: {
    response: OwnerResponse;
    /** Moved out by the collection window of a `pickup`. */
    storageExpiresAt?: string;
    /** With the address that was given along. */
    owner?: Owner;
  };
};

/** What is known about the shipment; money in the Location's currency. */
export interface Shipment {
  carrier: string | null;
  trackingNumber: string | null;
  labelUrl: string | null;
  cost: number | null;
}

/** News of the shipment, whole. */
export type ShipmentReported = { type: 'ShipmentReported'; data: { shipment: Shipment } };

/** Where the owner was told does not exist: the other side refused it for good. */
export type ContactBounced = { type: 'ContactBounced'; data: { contact: 'contactEmail' } };

/** Staff took the item up again; storage moved out where it would end too soon. */
export type ItemReopened = { type: 'ItemReopened'; data: { reason: string; storageExpiresAt: string } };

/** The subject's key is destroyed: what is personal in earlier events reads as null from now on. */
export type PersonalDataErased = { type: 'PersonalDataErased'; data: Record<string, never> };

export type ItemEvent =
  | ItemRegistered
  | ItemUpdated
  | ItemStatusChanged
  | OwnerResponded
  | ShipmentReported
  | ContactBounced
  | ItemReopened
  | PersonalDataErased;
