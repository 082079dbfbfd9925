import { Type } from 'class-transformer';
import { isObject, ValidateIf, ValidateNested } from 'class-validator';
import { type FieldOptions, field, type Validator } from './field.js';

type RequestClass = abstract new () => object;

const validate: Validator = (value) => (isObject(value) ? undefined : { code: 'invalid_type', message: 'Must be an object.' });

/** A nested object, e.g. `owner`; errors name its fields as `owner.firstName`. */
export function Part(type: () => RequestClass, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    // Swagger recognizes a lazy type by its function's name, `type`, so the given function is wrapped.
    { type: () => type() as never },
    validate,
    Type(() => type() as never),
    ValidateNested({ always: true }),
    ...(options.nullable ? [ValidateIf((_, value) => value !== null, { always: true })] : []),
  );
}
