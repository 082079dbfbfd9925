import type { ContactDetails } from './location.events.js';

/** The addresses of `contactEmailCC`. */
function copiesOf({ contactEmailCC }: ContactDetails): string[] {
  return contactEmailCC === null ? [] : contactEmailCC.split(',').map((address) => address.trim());
}

/** Every address in contact details, in lower case. */
export function addressesOf(contact: ContactDetails): string[] {
  const addresses = [...(contact.contactEmail === null ? [] : [contact.contactEmail]), ...copiesOf(contact)];
  return addresses.map((address) => address.toLowerCase());
}

/** Contact details without their person's: name and telephone belong to `contactEmail`. */
export function contactWithout(contact: ContactDetails, email: string): ContactDetails {
  const isTheirs = (address: string | null) => address?.toLowerCase() === email.toLowerCase();
  const copies = copiesOf(contact);
  const others = copies.filter((address) => !isTheirs(address));
  const contactEmailCC = others.length === copies.length ? contact.contactEmailCC : others.join(',') || null;
  const isContact = isTheirs(contact.contactEmail);
  return isContact
    ? { contactPerson: null, contactEmail: null, contactEmailCC, phoneNumber: null }
    : { ...contact, contactEmailCC };
}
