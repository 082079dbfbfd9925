import formatter from '@fragaria/address-formatter';
import { isoCodeOf } from './countries.js';
import { isJapanese } from './prefectures.js';

/** A street address; `state` is the code of a subdivision. */
export interface PostalAddress {
  address: string;
  addressNumber: string;
  city: string;
  countryID: string;
  state: string | null;
  zipCode: string;
}

/**
 * The lines of an address, without the name and the country, as the country writes them (templates of OpenCage).
 * @param language of who reads them: an address in Japan goes from large to small in Japanese, from small to large in others
 */
export function addressLines(to: PostalAddress, language?: string): string[] {
  const { address, addressNumber, city, countryID, state, zipCode } = to;
  if (countryID === 'JP' && language === 'ja') return [inJapanese(to)];
  const lines = formatter.format(
    {
      houseNumber: addressNumber,
      road: address,
      city,
      postcode: zipCode,
      ...(state === null ? {} : { state }),
      countryCode: isoCodeOf(countryID),
    },
    { output: 'array' },
  );
  // Their template for Japan has a comma between city and postcode.
  if (countryID === 'JP') lines.push(lines.pop()!.replace(/,(?= [\d-]+$)/, ''));
  // Templates leave the sign between two parts of which only one is there.
  return lines.map((line) => line.replace(/[\s,–-]+$/, '')).filter((line) => line !== '');
}

/** Japanese is written without spaces. */
function inJapanese({ zipCode, city, address, addressNumber }: PostalAddress): string {
  const parts = [city, address, addressNumber].filter((part) => part !== '');
  const street = parts.reduce((large, small) => large + (isJapanese(large.at(-1) ?? '') ? '' : ' ') + small, '');
  return [...(zipCode === '' ? [] : [`〒${zipCode}`]), street.trim()].join(' ');
}
