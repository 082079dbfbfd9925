import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { readRequest } from '../fields/read.js';
import { type RequestClass, shapeOf } from '../fields/shape.js';

/** Reads `@Body()` and `@Query()` into their request class. @throws ValidationFailed with every wrong field at once */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || data !== undefined || !metatype || !shapeOf(metatype)) return value;
    return readRequest(metatype as RequestClass, value === undefined ? {} : value);
  }
}
