import { ValidationFailed } from '#platform/kernel';
import { isMasked, isMaskOf, type SplitAddress, splitAddress } from '../domain/user-part.js';

const OTHER_MASK = {
  code: 'not_allowed',
  message: 'Needs its password: only that of the same user at the same host is kept.',
} as const;

/**
 * The address that is meant by a given one: a masked password stands for the stored one of the same user at the same host.
 * @param stored reads the address to compare with
 * @throws ValidationFailed for the mask of another
 */
export async function givenAddress(
  written: string,
  field: string,
  stored: () => Promise<SplitAddress | null | undefined>,
): Promise<SplitAddress> {
  const address = splitAddress(written);
  if (!isMasked(address)) return address;
  const old = await stored();
  if (!old || !isMaskOf(address, old)) throw new ValidationFailed([{ field, ...OTHER_MASK }]);
  return { url: address.url, userPart: old.userPart };
}
