type Node = Record<string, unknown>;

/**
 * Converts the OpenAPI 3.0 schemas that Nest generates to JSON Schema, which OpenAPI 3.1 uses and which leaves no doubt about
 * what is nullable beside `enum` or a reference.
 */
export function toJsonSchema<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toJsonSchema) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, OPAQUE.has(key) ? value : toJsonSchema(value)]);
  return bounds(nullable(Object.fromEntries(entries))) as T;
}

/** Values of records, not schemas. */
const OPAQUE = new Set(['example', 'examples', 'default', 'enum']);

function nullable({ nullable: isNullable, ...schema }: Node): Node {
  const { allOf, $ref, type, enum: values, ...rest } = schema;
  // Nest takes the type of a union for an object.
  if (Array.isArray(rest.oneOf)) return isNullable === true ? { ...rest, oneOf: [...rest.oneOf, { type: 'null' }] } : rest;
  const reference = $ref ? { $ref } : Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : null;
  if (isNullable !== true) return reference && !$ref ? { ...rest, ...reference } : schema;
  if (reference) return { ...rest, anyOf: [reference, { type: 'null' }] };
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

function bounds(schema: Node): Node {
  if (typeof schema.exclusiveMinimum !== 'boolean') return schema;
  const { exclusiveMinimum, minimum, ...rest } = schema;
  return exclusiveMinimum ? { ...rest, exclusiveMinimum: minimum } : { ...rest, minimum };
}
