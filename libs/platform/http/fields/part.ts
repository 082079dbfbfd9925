import { Type } from 'class-transformer';
import { isObject, ValidateIf, ValidateNested } from 'class-validator';
import { type Fault, type FieldOptions, field } from './field.js';
import { validateList } from './lists.js';

type RequestClass = abstract new () => object;

const validate = (value: unknown): Fault | undefined =>
  isObject(value) ? undefined : { code: 'invalid_type', message: 'Must be an object.' };

/** A nested object, e.g. `owner`; errors name its fields as `owner.firstName`. */
export function Part(type: () => RequestClass, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    // Swagger recognizes a lazy type by its function's name, `type`, so the given function is wrapped.
    { type: () => type() },
    validate,
    Type(() => type()),
    ValidateNested({ always: true }),
    ...(options.nullable ? [ValidateIf((_, value) => value !== null, { always: true })] : []),
  );
}

/** A list of at most `most` nested objects, e.g. `rates`; errors name their fields as `rates.0.price`. */
export function Parts(type: () => RequestClass, { most, ...options }: FieldOptions & { most: number }): PropertyDecorator {
  return field(
    options,
    { type: () => type(), isArray: true, maxItems: most },
    (value) => validateList(value, { max: most }, validate),
    Type(() => type()),
    ValidateNested({ each: true, always: true }),
  );
}
