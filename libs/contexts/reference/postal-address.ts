import formatter from '@fragaria/address-formatter';

/** A street address; `state` is the code of a subdivision. */
export interface PostalAddress {
  address: string;
  addressNumber: string;
  city: string;
  countryID: string;
  state: string | null;
  zipCode: string;
}

/** Codes in the list of countries that differ from ISO 3166. */
const ISO: Record<string, string> = { LN: 'LK', XM: 'MF', IC: 'ES' };

/** The lines of an address, without the name and the country, as the country writes them (templates of OpenCage). */
export function addressLines({ address, addressNumber, city, countryID, state, zipCode }: PostalAddress): string[] {
  const lines = formatter.format(
    {
      houseNumber: addressNumber,
      road: address,
      city,
      postcode: zipCode,
      ...(state === null ? {} : { state }),
      countryCode: ISO[countryID] ?? countryID,
    },
    { output: 'array' },
  );
  // Templates leave the sign between two parts of which only one is there.
  return lines.map((line) => line.replace(/[\s,–-]+$/, '')).filter((line) => line !== '');
}
