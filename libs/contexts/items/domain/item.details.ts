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

/** How an item is to be handled; guests are shown no picture of a `document` or a `discreet` item (decisions.md, section 13). */
export const HANDLINGS = ['normal', 'valuable', 'document', 'perishable', 'discreet'] as const;
export type Handling = (typeof HANDLINGS)[number];

/** Guests are shown no picture of these: it would tell more than only its owner knows (decisions.md, section 13). */
export const NOT_PICTURED = ['document', 'discreet'] as const satisfies readonly Handling[];

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
