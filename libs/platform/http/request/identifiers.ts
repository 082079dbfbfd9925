import { Param, type PipeTransform } from '@nestjs/common';
import { NotFound } from '#platform/kernel';
import { LARGEST_INTEGER } from '../fields/number.js';

/** A numeric identifier in the path: `@ID('itemID') itemID: number`; a malformed one is 404 (decisions.md, section 4). */
export const ID = (name: string) => Param(name, NUMBER);

/** The Location identifier in the path, `<group code>:<n>` (decisions.md, section 2); a malformed one is 404. */
export const LocationID = () => Param('locationID', LOCATION);

/** The same in an address that guests type, or find in a text: in whatever case and width, with a full stop or bracket behind it. */
export const WrittenLocationID = () =>
  Param('locationID', { transform: (value: string) => value.normalize('NFKC').toLowerCase().replace(AROUND, '') }, LOCATION);
const AROUND = /^[^a-z0-9-]+|[^a-z0-9]+$/g;

const NUMBER: PipeTransform<string, number> = { transform: idIn };

/** The numeric identifier that a part of the path is. @throws NotFound */
export function idIn(part: string): number {
  const id = /^[1-9]\d{0,9}$/.test(part) ? Number(part) : 0;
  if (id < 1 || id > LARGEST_INTEGER) throw new NotFound('This record');
  return id;
}

const LOCATION: PipeTransform<string, string> = {
  transform(value) {
    const [, n] = /^[a-z0-9-]{1,32}:([1-9]\d{0,9})$/.exec(value) ?? [];
    if (n === undefined || Number(n) > LARGEST_INTEGER) throw new NotFound('This Location');
    return value;
  },
};
