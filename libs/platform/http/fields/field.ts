import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsDefined, ValidateBy, ValidateIf } from 'class-validator';
import type { FieldCode } from '#platform/kernel';
import { BEYOND } from './beyond.js';

/** What every field decorator takes. */
export interface FieldOptions {
  required?: boolean;
  /** `null` clears the value (decisions.md, section 1). */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
  /** An extension of the specification, documented with `x-extension: true`. */
  beyond?: boolean;
}

/** What is wrong with a field; `at` names what inside it: the element of a list, or the field that a rule refuses. */
export interface Fault {
  code: FieldCode;
  message: string;
  at?: string;
}

/** Looks at a value that is neither absent nor a permitted null; undefined when nothing is wrong. */
export type Judge = (value: unknown) => Fault | Fault[] | undefined;

/** The name of the constraint that stands for a field; its message holds the faults. */
export const FIELD = 'field';

/**
 * One decorator for documenting a field and judging it by one constraint; `decorators` may read it before.
 * An absent field without default stays absent.
 */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  judge: Judge,
  ...decorators: PropertyDecorator[]
): PropertyDecorator {
  const { required = false, nullable = false, description, example, default: fallback, beyond } = options;
  const described = { description, example, default: fallback, nullable: nullable || undefined, ...(beyond && BEYOND) };
  const documented = ApiProperty({ ...schema, ...described, required } as ApiPropertyOptions);
  const presence = [
    ...(required && nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...(required ? [IsDefined({ message: 'Is required.', context: { code: 'required' } })] : []),
    ...(fallback === undefined ? [] : [Expose(), Transform(({ value }) => (value === undefined ? fallback : value))]),
  ];
  return applyDecorators(documented, ...presence, Judged(judge, nullable), ...decorators);
}

/** The one constraint of a field. */
function Judged(judge: Judge, nullable: boolean): PropertyDecorator {
  const fault = (value: unknown) => {
    if (value !== null) return judge(value);
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

/** Reads text as `parse` says; other values are left to the judge. */
export function Parsed(parse: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? parse(value) : value));
}
