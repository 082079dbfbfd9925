import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { ValidationFailed } from '#platform/kernel';
import { readRequest } from '../fields/read.js';

/** Converts `@Body()` and `@Query()` to their request class. @throws ValidationFailed with every wrong field */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || data !== undefined || !metatype || !isRequestClass(metatype)) return value;
    if (type === 'query') refuseUnreadable(value as object);
    return readRequest(metatype, value === undefined ? {} : value);
  }
}

/** Bytes of another encoding (`q=M%FCller`) are read as U+FFFD, which nobody seeks: nothing would be found, without a word. */
function refuseUnreadable(query: object): void {
  const names = Object.keys(query).filter((name) => String(query[name as never]).includes('\ufffd'));
  const errors = names.map((field) => ({ field, code: 'invalid_format' as const, message: 'Must be UTF-8, percent-encoded.' }));
  if (errors.length > 0) throw new ValidationFailed(errors);
}

function isRequestClass(type: Type): boolean {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
