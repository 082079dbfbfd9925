import { type IsState, mergeAddress } from '#platform/kernel';
import type { Owner, OwnerAddress } from './item.details.js';

/** The owner as a request gives it: omitted fields keep their value, null clears it. */
export type OwnerChanges = Partial<Omit<Owner, 'address'>> & { address?: Partial<OwnerAddress> | null };

export const UNKNOWN_ADDRESS: OwnerAddress = {
  address: null,
  address2: null,
  city: null,
  countryID: null,
  state: null,
  zipCode: null,
  companyName: null,
  recipient: null,
  phoneNumber: null,
};

/**
 * Merges the owner field by field, the address likewise (decisions.md, section 1).
 * @param field the path of the address, for the error
 * @throws ValidationFailed when a given state is not one of the address's country
 */
export function mergeOwner(stored: Owner, changes: OwnerChanges, isState: IsState, field = 'owner.address'): Owner {
  const { address, ...fields } = changes;
  const merged = { ...stored, ...fields };
  if (address === undefined) return merged;
  if (address === null) return { ...merged, address: null };
  const known = mergeAddress({ ...UNKNOWN_ADDRESS, ...stored.address }, address, isState, field);
  return { ...merged, address: Object.values(known).every((value) => value === null) ? null : known };
}

/** Whether the owner can be contacted. */
export function canBeReached(owner: Owner): boolean {
  return owner.contactEmail !== null || owner.phoneNumber !== null;
}

/** Whether an earlier bounce no longer counts: the email address has changed, or a phone number was added. */
export function hasOtherContact(bounced: Owner, now: Owner): boolean {
  return now.contactEmail !== bounced.contactEmail || hasNewContact(bounced, now);
}

/** Whether a contact was added or changed. */
export function hasNewContact(before: Owner, after: Owner): boolean {
  return isNew('contactEmail', before, after) || isNew('phoneNumber', before, after);
}

/** The corrected contact to write to; adding a phone number next to an email does not count (decisions.md, section 12). */
export function correctedContact(before: Owner, after: Owner): 'contactEmail' | 'phoneNumber' | null {
  if (isNew('contactEmail', before, after)) return 'contactEmail';
  const isAdded = before.phoneNumber === null && after.contactEmail !== null;
  return isNew('phoneNumber', before, after) && !isAdded ? 'phoneNumber' : null;
}

function isNew(field: 'contactEmail' | 'phoneNumber', before: Owner, after: Owner): boolean {
  return after[field] !== null && after[field] !== before[field];
}
