import { Type } from 'class-transformer';
import { isObject, ValidateIf, ValidateNested } from 'class-validator';
import { type FieldOptions, field, type Judge } from './field.js';

type RequestClass = abstract new () => object;

const judge: Judge = (value) => (isObject(value) ? undefined : { code: 'invalid_type', message: 'Must be an object.' });

/** An object inside the request, e.g. `owner`; its fields are named `owner.firstName`. */
export function Part(type: () => RequestClass, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    // Swagger knows a lazy type by the name `type` of its function, so the given one is wrapped.
    { type: () => type() as never },
    judge,
    Type(() => type() as never),
    ValidateNested({ always: true }),
    ...(options.nullable ? [ValidateIf((_, value) => value !== null, { always: true })] : []),
  );
}
