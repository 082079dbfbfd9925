import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { addField, type Reader } from './shape.js';

/** What every field decorator takes. */
export interface FieldOptions {
  required?: boolean;
  /** `null` clears the value (decisions.md, section 1). */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
}

/** One decorator for reading and documenting a field; an absent field without default stays undefined. */
export function field(options: FieldOptions, read: Reader, schema: ApiPropertyOptions): PropertyDecorator {
  const { required = false, nullable = false, description, example, default: fallback } = options;
  const documented = ApiProperty({
    ...schema,
    required,
    ...(nullable && { nullable }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(fallback !== undefined && { default: fallback }),
  } as ApiPropertyOptions);
  return (prototype, name) => {
    addField(prototype, { name: String(name), required, nullable, fallback, read });
    documented(prototype, name);
  };
}
