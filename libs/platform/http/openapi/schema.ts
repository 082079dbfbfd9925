import type { OpenAPIObject } from '@nestjs/swagger';

/** A JSON Schema of the document. */
export interface Schema extends Record<string, unknown> {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  example?: unknown;
  enum?: readonly unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** The schema that a reference means; undefined for what is no reference. */
export function referredTo(document: OpenAPIObject, schema: Schema | undefined): Schema | undefined {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  return schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : undefined;
}
