import type { OpenAPIObject } from '@nestjs/swagger';
import { referredTo, type Schema } from './schema.js';

interface Body {
  content: Record<string, { schema?: Schema; examples?: Record<string, { summary: string; value: unknown }> }>;
}

/**
 * Every JSON body gets its smallest example, with required fields alone, or one field where none is, and a full one; required fields come
 * first in both.
 */
export function addBodyExamples(document: OpenAPIObject): void {
  const named = (schema: Schema) => referredTo(document, schema);
  const bodies = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => (operation as { requestBody?: Body }).requestBody?.content['application/json']),
  );
  for (const media of bodies) {
    const { schema } = media ?? {};
    if (!media || !schema) continue;
    requiredFirst(schema, named);
    const full = exampleOf(schema, named, false);
    const required = exampleOf(schema, named, true);
    const smallest = isEmpty(required) ? firstOf(full) : required;
    const differ = JSON.stringify(smallest) !== JSON.stringify(full);
    const summary = isEmpty(required) ? 'The smallest: one field' : 'The smallest: required fields only';
    media.examples = {
      ...(differ && { smallest: { summary, value: smallest } }),
      full: { summary: differ ? 'Every field' : 'Example', value: full },
    };
  }
}

type Lookup = (schema: Schema) => Schema | undefined;

/** Orders the fields of a body and of what is nested in it. */
function requiredFirst(schema: Schema, named: Lookup): void {
  const { properties, required = [] } = named(schema) ?? schema;
  for (const inner of partsOf(named(schema) ?? schema)) requiredFirst(inner, named);
  if (!properties) return;
  for (const field of Object.values(properties)) requiredFirst(field, named);
  const rank = (name: string) => Number(isRequired(name, properties[name]!, required));
  const order = Object.keys(properties).sort((one, other) => rank(other) - rank(one));
  const target = named(schema) ?? schema;
  target.properties = Object.fromEntries(order.map((name) => [name, properties[name]!]));
}

function exampleOf(schema: Schema, named: Lookup, onlyRequired: boolean): unknown {
  const found = named(schema);
  if (found) return exampleOf(found, named, onlyRequired);
  if (schema.example !== undefined) return schema.example;
  const [part] = partsOf(schema);
  if (part) return exampleOf(part, named, onlyRequired);
  if (schema.items) return [exampleOf(schema.items, named, onlyRequired)];
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(([name, field]) => !onlyRequired || isRequired(name, field, required));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, named, onlyRequired)]));
}

/** `x-required-unless` names the field that may be given in place of this one. */
const isRequired = (name: string, field: Schema, required: readonly string[]) =>
  required.includes(name) || field['x-required-unless'] !== undefined;

const partsOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [...anyOf, ...oneOf, ...allOf];

/** The first field that holds something. */
function firstOf(full: unknown): unknown {
  const [first] = Object.entries(full as object).filter(([, value]) => value !== null);
  return first ? Object.fromEntries([first]) : full;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
