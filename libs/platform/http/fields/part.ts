import { Type } from 'class-transformer';
import { arrayMaxSize, isArray, isObject, ValidateIf, ValidateNested } from 'class-validator';
import { type Fault, type FieldOptions, field, type Validator } from './field.js';

type RequestClass = abstract new () => object;

const validate: Validator = (value) => (isObject(value) ? undefined : { code: 'invalid_type', message: 'Must be an object.' });

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
  const validateAll = (value: unknown): Fault | Fault[] | undefined => {
    if (!isArray(value)) return { code: 'invalid_type', message: 'Must be an array.' };
    if (!arrayMaxSize(value, most)) return { code: 'too_long', message: `Must have at most ${most} elements.` };
    const faults = value.flatMap((element, index) =>
      [validate(element) ?? []].flat().map((fault) => ({ ...fault, at: String(index) })),
    );
    return faults.length > 0 ? faults : undefined;
  };
  return field(
    options,
    { type: () => type(), isArray: true, maxItems: most },
    validateAll,
    Type(() => type()),
    ValidateNested({ each: true, always: true }),
  );
}
