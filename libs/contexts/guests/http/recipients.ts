import type { ItemRow } from '#contexts/items';
import type { GuestLink } from '#contexts/links';
import type { LocationRow } from '#contexts/locations';
import { NotFound } from '#platform/kernel';
import type { Filled } from '../pages/form.js';
import { countryOf } from './phones.js';

/** The known parts of a recipient's address, before the owner has given it. */
export function presetFor(item: ItemRow, location: LocationRow): Filled & { countryID: string } {
  const { address, phoneNumber } = item.owner;
  const countryID = address?.countryID ?? countryOf(phoneNumber) ?? location.address.countryID;
  return { countryID, recipient: nameOf(item), phoneNumber: phoneNumber ?? '' };
}

/** Names written in Chinese characters or Hangul begin with that of the family; what only has kana may be a foreign one. */
const FAMILY_FIRST =
  /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u;

function nameOf({ owner: { firstName, lastName } }: ItemRow): string {
  const names = [firstName, lastName].filter((name) => name !== null);
  return (FAMILY_FIRST.test(names.join('')) ? names.reverse() : names).join(' ');
}

export function isReachable({ owner }: ItemRow): boolean {
  return owner.contactEmail !== null || owner.phoneNumber !== null;
}

/** @throws NotFound when the owner of the item that the link was made for has another contact by now, or was erased */
export function assertOwner(link: GuestLink, { status, owner }: ItemRow): void {
  const isOwners = status !== 'anonymized' && link.isFor([owner.contactEmail, owner.phoneNumber]);
  if (!isOwners) throw new NotFound('The item');
}
