import { InvalidArgumentError } from 'commander';

/** The whole number of an option; `0x19` and `1e2` are numbers to programs alone. @throws InvalidArgumentError */
export function whole(text: string): number {
  if (!/^-?\d{1,10}$/.test(text) || Number(text) > 2_147_483_647)
    throw new InvalidArgumentError('must be a whole number, in digits');
  return Number(text);
}
