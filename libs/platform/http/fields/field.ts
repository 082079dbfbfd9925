import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsDefined, ValidateBy, ValidateIf } from 'class-validator';
import type { FieldCode } from '#platform/kernel';
import { BEYOND } from './beyond.js';

/** The options of every field decorator. */
export interface FieldOptions {
  required?: boolean;
  /** Another field of the object: this one is required where that one is not given. */
  requiredUnless?: string;
  /** `null` clears the value (decisions.md, section 1). */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
  /** An extension of the specification, documented with `x-extension: true`. */
  beyond?: boolean;
}

/** A problem of a field; `at` is the place inside it: an element of a list, or the field that a rule rejects. */
export interface Fault {
  code: FieldCode;
  message: string;
  at?: string;
}

/** Validates a value that is neither absent nor a permitted null; undefined when it is valid. */
export type Validator = (value: unknown) => Fault | Fault[] | undefined;

/** The name of a field's one constraint; its message contains the faults as JSON. */
export const FIELD = 'field';

/**
 * One decorator that documents a field and validates it by one constraint; `decorators` may parse it before.
 * An absent field without default stays absent.
 */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  validate: Validator,
  ...decorators: PropertyDecorator[]
): PropertyDecorator {
  const { required = false, requiredUnless: other, nullable = false, description, example, default: fallback, beyond } = options;
  const described = {
    description,
    example,
    default: fallback,
    nullable: nullable || undefined,
    ...(beyond && BEYOND),
    ...(other && { 'x-required-unless': other }),
  };
  const documented = ApiProperty({ ...schema, ...described, required } as ApiPropertyOptions);
  const presence = [
    ...(required && nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...(other ? [ValidateIf((object, value) => value !== undefined || object[other] == null)] : []),
    ...(required || other ? [IsDefined({ message: 'Is required.', context: { code: 'required' } })] : []),
    ...(fallback === undefined ? [] : [Expose(), Transform(({ value }) => (value === undefined ? fallback : value))]),
  ];
  return applyDecorators(documented, ...presence, Validated(validate, nullable), ...decorators);
}

/** The one constraint of a field. */
function Validated(validate: Validator, nullable: boolean): PropertyDecorator {
  const fault = (value: unknown) => {
    if (value !== null) return validate(value);
    return nullable ? undefined : ({ code: 'invalid_type', message: 'May not be null.' } as const);
  };
  return ValidateBy({
    name: FIELD,
    validator: {
      validate: (value) => fault(value) === undefined,
      defaultMessage: (args) => JSON.stringify([fault(args?.value)].flat()),
    },
  });
}

/** Reads a value into another before it is validated. */
export function Read(read: (given: unknown) => unknown): PropertyDecorator {
  return Transform(({ value }) => read(value));
}

/** Parses text; other values are left to validation. */
export function Parsed(parse: (text: string) => unknown): PropertyDecorator {
  return Read((given) => (typeof given === 'string' ? parse(given) : given));
}
