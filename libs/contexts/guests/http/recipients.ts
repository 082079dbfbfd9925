import type { ItemRow } from '#contexts/items';
import type { GuestLink } from '#contexts/links';
import type { LocationRow } from '#contexts/locations';
import { NotFound, wholeName } from '#platform/kernel';
import type { Filled } from '../pages/form.js';
import { countryOf } from './phones.js';

/** The known parts of a recipient's address, before the owner has given it. */
export function presetFor(item: ItemRow, location: LocationRow): Filled & { countryID: string } {
  const { address, phoneNumber } = item.owner;
  const countryID = address?.countryID ?? countryOf(phoneNumber) ?? location.address.countryID;
  return { countryID, recipient: wholeName(item.owner), phoneNumber: phoneNumber ?? '' };
}

export function isReachable({ owner }: ItemRow): boolean {
  return owner.contactEmail !== null || owner.phoneNumber !== null;
}

/** @throws NotFound when the owner of the item that the link was made for has another contact by now, or was erased */
export function assertOwner(link: GuestLink, { status, owner }: ItemRow): void {
  const isOwners = status !== 'anonymized' && link.isFor([owner.contactEmail, owner.phoneNumber]);
  if (!isOwners) throw new NotFound('The item');
}
