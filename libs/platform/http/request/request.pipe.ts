import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { readRequest } from '../fields/read.js';

/** Converts `@Body()` and `@Query()` to their request class. @throws ValidationFailed with every wrong field */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || data !== undefined || !metatype || !isRequestClass(metatype)) return value;
    return readRequest(metatype, value === undefined ? {} : value);
  }
}

function isRequestClass(type: Type): boolean {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
