import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFound } from '#platform/kernel';
import { LARGEST_INTEGER } from '../fields/number.js';

/** A numeric identifier in a path; one that can't exist is 404 (decisions.md, section 4). */
@Injectable()
export class IdParam implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > LARGEST_INTEGER) throw new NotFound('This record');
    return id;
  }
}

/** A Location identifier in a path, `<group code>:<n>` (decisions.md, section 2). */
@Injectable()
export class LocationIdParam implements PipeTransform<string, string> {
  transform(value: string): string {
    const [, n] = /^[a-z0-9-]{1,32}:([1-9]\d{0,9})$/.exec(value) ?? [];
    if (n === undefined || Number(n) > LARGEST_INTEGER) throw new NotFound('This Location');
    return value;
  }
}
