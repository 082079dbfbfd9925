import type { OpenAPIObject } from '@nestjs/swagger';
import { referredTo, type Schema } from '../openapi/schema.js';

export interface Media {
  schema?: Schema;
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, Media>;
}

/** One operation of the document, with its place. */
export interface Described {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  parameters?: readonly { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  security?: readonly object[];
  'x-extension'?: boolean;
}

const EXTENSION = 'Beyond v2';

/** Every operation once, in the order of the document's tags and then of the paths: those of all records stand before those of one. */
export function operationsByTag(document: OpenAPIObject): { tag: string; description: string; operations: Described[] }[] {
  const all = operationsOf(document);
  const groups = (document.tags ?? []).map(({ name, description = '' }) => ({
    tag: name,
    description,
    operations: all
      .filter(({ tags }) => mainTag(tags) === name)
      .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path))),
  }));
  return groups.filter(({ operations }) => operations.length > 0);
}

/** The tag of an operation. */
export function mainTag(tags: readonly string[]): string {
  return tags.find((tag) => tag !== EXTENSION) ?? EXTENSION;
}

/** Every operation, in the order of the document. */
export function operationsOf(document: OpenAPIObject): Described[] {
  return describedIn(document.paths);
}

/** Webhooks, in the order of the document; the name of an event is its `path`. */
export function webhooksOf(document: OpenAPIObject): Described[] {
  return describedIn(document.webhooks ?? {});
}

function describedIn(paths: object): Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Omit<Described, 'method' | 'path'>>).map(([method, operation]) => ({
      ...operation,
      tags: operation.tags ?? [],
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema that a reference means, or the schema itself; of a nullable one the schema beside null. */
export function schemaOf(document: OpenAPIObject, schema: Schema | undefined): Schema {
  if (!schema) return {};
  if (schema.$ref) return referredTo(document, schema) ?? {};
  const [first] = schema.anyOf ?? [];
  return first?.$ref ? { ...schemaOf(document, first), description: schema.description } : schema;
}
