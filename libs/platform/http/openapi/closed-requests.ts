import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown>;

/**
 * Marks every request body schema as not accepting other fields (decisions.md, section 1), and says defaults in words: generators of
 * clients take a field with the keyword for one that is always there, which is true of answers alone.
 */
export function closeRequests({ paths, components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  const close = (node: unknown): void => {
    for (const [name] of JSON.stringify(node ?? null).matchAll(/(?<="#\/components\/schemas\/)[^"]+/g)) {
      const schema = schemas[name];
      if (!schema || schema.additionalProperties !== undefined) continue;
      schema.additionalProperties = false;
      sayDefaults(schema);
      close(schema);
    }
  };
  for (const path of Object.values(paths)) {
    for (const { requestBody } of Object.values(path) as { requestBody?: { content: Record<string, { schema?: Schema }> } }[]) {
      for (const { schema = {} } of Object.values(requestBody?.content ?? {})) sayDefaults(schema);
      close(requestBody);
    }
  }
}

function sayDefaults({ properties = {} }: { properties?: object }): void {
  for (const property of Object.values(properties) as Schema[]) {
    const { default: value, description } = property;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (value !== undefined) property.description = `${String(description).replace(/\.?$/, '.')} When absent: \`${text}\`.`;
    delete property.default;
    sayDefaults(property);
  }
}
