import type { Consignment, Customs, ParcelAddress, ParcelSize } from '#contexts/connections';
import type { ItemRow, OwnerAddress } from '#contexts/items';
import type { LocationRow } from '#contexts/locations';
import { demandsPostalCode, isoCodeOf, italianProvinceOf, leavesCustomsTerritory } from '#contexts/reference';
import { type FieldError, moneyOf, ValidationFailed } from '#platform/kernel';

/** A declaration as it is given. */
export interface GivenCustoms {
  description: string;
  value: number;
  currency: string;
  hsCode: string | null;
  originCountryID: string | null;
}

/** The item that is to be sent, and where to. */
export interface Sent {
  item: ItemRow;
  location: LocationRow;
  /** The owner's where it is null. */
  address: Partial<OwnerAddress> | null;
  parcel: ParcelSize | null;
}

/** Grams that the service classes go up to, and those of an item of none. */
const [CLASSES, UNKNOWN] = [[2_000, 5_000, 10_000, 15_000, 20_000, 30_000], 2_000];
/** The standard packaging of the specification, in centimetres. */
const PACKAGING = { length: 45, width: 35, height: 10 };

/** The parcel by the item's class and dimensions (decisions.md, section 14). */
export function parcelOf({ weight, dimensions }: ItemRow['shipping']): ParcelSize {
  const grams = CLASSES[(weight?.ID ?? 0) - 1] ?? UNKNOWN;
  const { length = null, width = null, height = null } = dimensions?.fitsInServicePackaging === false ? dimensions : {};
  return { weight: grams, ...(length && width && height ? { length, width, height } : PACKAGING) };
}

/** Whether the parcel leaves its customs territory. */
export function isDeclared({ item, location, address }: Pick<Sent, 'item' | 'location' | 'address'>): boolean {
  const { countryID, zipCode } = address ?? item.owner.address ?? {};
  return countryID != null && leavesCustomsTerritory(location.address, { countryID, zipCode: zipCode ?? null });
}

/**
 * The parcel as its carrier is told of it: least of all what is only for the hotel.
 * @param customs null: it is only asked what it costs
 * @throws ValidationFailed for an address that is not complete, and without a declaration that it needs
 */
export function consignmentOf(sent: Sent, customs: GivenCustoms | null, isBought: boolean): Consignment {
  const { item, location, parcel } = sent;
  const to = recipientOf(sent);
  const leaves = isDeclared(sent);
  if (leaves && isBought && !customs) {
    const message = 'Is required, as the parcel leaves its customs territory.';
    throw new ValidationFailed([{ field: 'customs', code: 'required', message }]);
  }
  return {
    from: senderOf(location),
    to,
    parcel: parcel ?? parcelOf(item.shipping),
    customs: leaves ? declarationOf(customs ?? forPrices(location)) : null,
  };
}

/** Carriers have prices abroad only for what is declared; it is not known yet as what. */
function forPrices({ shipping }: LocationRow): GivenCustoms {
  return { description: 'Lost property', value: 20, currency: shipping?.currency ?? 'EUR', hsCode: null, originCountryID: null };
}

function declarationOf({ description, value, currency, hsCode, originCountryID }: GivenCustoms): Customs {
  return {
    description,
    value: moneyOf(value, currency),
    hsCode,
    originCountryCode: originCountryID && isoCodeOf(originCountryID),
  };
}

function senderOf({ name, address, contact_details: contact }: LocationRow): ParcelAddress {
  return {
    name: contact.contactPerson ?? name,
    company: name,
    line1: `${address.address} ${address.addressNumber}`.trim(),
    line2: null,
    postalCode: address.zipCode,
    city: address.city,
    state: stateOf(address),
    countryCode: isoCodeOf(address.countryID),
    email: contact.contactEmail,
    phoneNumber: contact.phoneNumber,
  };
}

/** The state or province; that of Italy, which addresses have no field for, by the postal code. */
function stateOf({ state, countryID, zipCode }: Partial<Pick<OwnerAddress, 'state' | 'countryID' | 'zipCode'>>): string | null {
  return state ?? (countryID === 'IT' && zipCode ? italianProvinceOf(zipCode) : null);
}

/** @throws ValidationFailed naming what is missing */
function recipientOf({ item: { owner }, address: given }: Sent): ParcelAddress {
  const address = given ?? owner.address ?? {};
  const { countryID = null, zipCode = null, city = null } = address;
  const name = address.recipient ?? [owner.firstName, owner.lastName].filter(Boolean).join(' ');
  const missing = [
    ...(name === '' ? ['recipient'] : []),
    ...(address.address ? [] : ['address']),
    ...(city ? [] : ['city']),
    ...(countryID ? [] : ['countryID']),
    ...(countryID && !zipCode && demandsPostalCode(countryID) ? ['zipCode'] : []),
  ];
  const errors = missing.map((field): FieldError => {
    return { field: `address.${field}`, code: 'required', message: 'Is required to send the item.' };
  });
  if (errors.length > 0) throw new ValidationFailed(errors);
  const phoneNumber = address.phoneNumber ?? owner.phoneNumber;
  return {
    name,
    company: address.companyName ?? null,
    line1: address.address!,
    line2: address.address2 ?? null,
    postalCode: zipCode,
    city: city!,
    state: stateOf(address),
    countryCode: isoCodeOf(countryID!),
    // One way to be reached is enough.
    email: phoneNumber ? null : owner.contactEmail,
    phoneNumber,
  };
}
