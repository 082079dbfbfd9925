/** Replaces text that may have contained personal data. */
export const ANONYMIZED = 'anonymized';

export interface OwnerAddress {
  address: string | null;
  address2: string | null;
  city: string | null;
  countryID: string | null;
  state: string | null;
  zipCode: string | null;
  companyName: string | null;
  /** Its recipient, where that is not the owner. */
  recipient: string | null;
  /** For the carrier. */
  phoneNumber: string | null;
}

/** The owner of an item: every key is always present (decisions.md, section 9). */
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

/** How an item is to be handled; of a `document` and what is `discreet` guests are shown no picture (decisions.md, section 13). */
export const HANDLINGS = ['normal', 'valuable', 'document', 'perishable', 'discreet'] as const;
export type Handling = (typeof HANDLINGS)[number];

/** A photo of an item. */
export interface Photo {
  /** Counts from 1 within the item, never reused. */
  ID: number;
  url: string;
  /** At most 320 pixels a side; of a photo that was not uploaded here it is `url`. */
  thumbnailUrl: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface Photos {
  /** The highest ID that a photo ever had. */
  last: number;
  /** In their order; the first is the item's `imageUrl`. */
  all: Photo[];
}

/** The fields of an item that can be changed. */
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
  /** Null where only `imageUrl` was ever given. */
  photos: Photos | null;
  customStorageDays: number | null;
  brand: string | null;
  colors: string[];
  categories: string[];
  /** Personal data: encrypted in the store, null once erased. */
  owner: Owner;
  /** ISO 8601, UTC. */
  foundAt: string | null;
  foundBy: string | null;
  /** Known to its owner alone. */
  hiddenMark: string | null;
  handling: Handling;
  storagePlaceID: number | null;
}

/** Defaults for what a request leaves out and what events of earlier releases do not contain. */
export const EMPTY_DETAILS: ItemDetails = {
  externalID: null,
  item: '',
  location: '',
  departuredDate: '',
  shipping: { weight: null, dimensions: null },
  itemStorage: null,
  internalNotes: null,
  imageUrl: null,
  photos: null,
  customStorageDays: null,
  brand: null,
  colors: [],
  categories: [],
  owner: UNKNOWN_OWNER,
  foundAt: null,
  foundBy: null,
  hiddenMark: null,
  handling: 'normal',
  storagePlaceID: null,
};

/** The details without personal data: all others are encrypted in events, and cleared when the item is erased. */
export const PUBLIC_DETAILS = [
  'departuredDate',
  'shipping',
  'customStorageDays',
  'brand',
  'colors',
  'categories',
  'foundAt',
  'handling',
  'storagePlaceID',
] as const;

/** The values that replace erased details. */
export const ERASED_DETAILS: Partial<ItemDetails> = {
  ...Object.fromEntries(Object.entries(EMPTY_DETAILS).filter(([name]) => !(PUBLIC_DETAILS as readonly string[]).includes(name))),
  item: ANONYMIZED,
  location: ANONYMIZED,
};
