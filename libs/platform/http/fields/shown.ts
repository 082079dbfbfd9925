import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { BEYOND } from './beyond.js';

/**
 * A field of a record, for the OpenAPI document: its type, what it says, an example.
 * @param more what else is known of it, such as `nullable` or `enum`
 */
export function Shown(
  type: ApiPropertyOptions['type'] | 'integer',
  description: string,
  example?: unknown,
  more: ApiPropertyOptions | typeof BEYOND = {},
): PropertyDecorator {
  return ApiProperty({ type, ...more, description, ...(example !== undefined && { example }) } as ApiPropertyOptions);
}

/** For a field that may be null. */
export const NULLABLE: ApiPropertyOptions = { nullable: true };
