import formatter from '@fragaria/address-formatter';
import type { OwnerAddressRecord } from '#client';

/** Countries by codes that ISO does not know, and those that write addresses as another one does. */
const ISO_CODES: Record<string, string> = { IC: 'ES', LN: 'LK', XM: 'MF' };

/** The lines of an address without name and country, as the country writes them (templates of OpenCage, of all countries: 50 kB). */
export function postalLines({ address, address2, city, zipCode, state, countryID }: OwnerAddressRecord): string[] {
  const parts = { road: address ?? '', city: city ?? '', postcode: zipCode ?? '', ...(state && { state }) };
  const lines = formatter.format(
    { ...parts, ...(countryID && { countryCode: ISO_CODES[countryID] ?? countryID }) },
    { output: 'array' },
  );
  const street = lines.findIndex((line) => address && line.includes(address));
  if (address2) lines.splice(street + 1, 0, address2);
  // Templates leave the sign between two parts of which only one is there; that of Japan has a comma before the postcode.
  return lines.map((line) => line.replace(/,(?= \d{3}-\d{4}$)/, '').replace(/^[\s,–-]+|[\s,–-]+$/g, '')).filter(Boolean);
}
