import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown>;

/** Marks every request body schema as not accepting other fields (decisions.md, section 1). */
export function closeRequests({ paths, components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  const close = (node: unknown): void => {
    for (const [name] of JSON.stringify(node ?? null).matchAll(/(?<="#\/components\/schemas\/)[^"]+/g)) {
      const schema = schemas[name];
      if (!schema || schema.additionalProperties !== undefined) continue;
      schema.additionalProperties = false;
      close(schema);
    }
  };
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(path)) close((operation as { requestBody?: unknown }).requestBody);
  }
}
