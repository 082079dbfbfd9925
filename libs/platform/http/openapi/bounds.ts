import type { OpenAPIObject } from '@nestjs/swagger';
import { LARGEST_INTEGER } from '../fields/number.js';
import { referredTo, type Schema } from './schema.js';

interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** Timestamps in records (decisions.md, section 2). */
const TIMESTAMP = { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\.\\d{3}$', maxLength: 23 };
const IS_TIMESTAMP = new RegExp(TIMESTAMP.pattern);

/** Properties that a field of a record shares with the request's field of the same name. */
const SHARED = ['maxLength', 'minimum', 'exclusiveMinimum', 'maximum'] as const;

/**
 * Says of answers what is known of them: an operation that takes a field and shows it again shows no more than it takes; timestamps have
 * one form, and whole numbers are those of PostgreSQL.
 */
export function addBounds(document: OpenAPIObject): void {
  const named = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref ? referredTo(document, schema) : schema?.anyOf ? named(schema.anyOf[0]) : schema;
  for (const path of Object.values(document.paths)) {
    for (const { requestBody, responses } of Object.values(path) as Operation[]) {
      const taken = named(requestBody?.content['application/json']?.schema);
      for (const [status, { content }] of Object.entries(responses ?? {})) {
        if (status < '300') share(taken, named(content?.['application/json']?.schema), named);
      }
    }
  }
  bound(document);
}

function share(taken: Schema | undefined, shown: Schema | undefined, named: (schema: Schema) => Schema | undefined): void {
  // Times are taken as RFC 3339 and shown in another form.
  if (!taken || !shown || taken === shown || taken.format === 'date-time') return;
  if (typesOf(taken) === typesOf(shown)) {
    for (const key of SHARED) if (taken[key] !== undefined && !isStamped(shown)) shown[key] ??= taken[key] as number;
  }
  if (taken.items && shown.items) share(named(taken.items), named(shown.items), named);
  for (const [name, field] of Object.entries(shown.properties ?? {})) {
    const given = taken.properties?.[name];
    if (given) share(named(given), named(field), named);
  }
}

const typesOf = ({ type }: Schema) =>
  [type]
    .flat()
    .filter((name) => name !== 'null' && name !== undefined)
    .join();

const isStamped = ({ example }: Schema) => typeof example === 'string' && IS_TIMESTAMP.test(example);

function bound(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  const type = typeof schema.type === 'string' || Array.isArray(schema.type) ? typesOf(schema) : '';
  if (type === 'integer') {
    schema.minimum ??= 0;
    schema.maximum ??= LARGEST_INTEGER;
    schema.format ??= schema.maximum > LARGEST_INTEGER ? 'int64' : 'int32';
  }
  if (type === 'string' && isStamped(schema)) Object.assign(schema, TIMESTAMP);
  for (const [key, child] of Object.entries(node)) if (key !== 'example' && key !== 'examples') bound(child);
}
