// The calls with a body that others' clients have to compile: as the guides write them, and as small as the document says they may be.
import { readdirSync, readFileSync } from 'node:fs';

const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const document = JSON.parse(read('openapi.json'));
const resolved = (value) =>
  value.$ref
    ? resolved(
        value.$ref
          .slice(2)
          .split('/')
          .reduce((at, key) => at[key], document),
      )
    : value;

/** The operations that take JSON. */
const OPERATIONS = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, parameters = [], requestBody }]) => {
    const schema = requestBody && resolved(requestBody).content['application/json']?.schema;
    if (schema === undefined) return [];
    const inPath = parameters.map(resolved).filter((one) => one.in === 'path');
    const path = Object.fromEntries(inPath.map((one) => [one.name, smallest(one.schema)]));
    return [{ operation: operationId, method: method.toUpperCase(), template, path, schema }];
  }),
);

/** A value with nothing that a schema does not require. */
function smallest(schema) {
  const { type, anyOf, oneOf, allOf, enum: list, ...own } = resolved(schema);
  if ('const' in own) return own.const;
  if (list) return list[0];
  const other = (anyOf ?? oneOf ?? allOf)?.find((one) => resolved(one).type !== 'null');
  if (other) return smallest(other);
  const kind = [type].flat().find((one) => one !== 'null');
  if (kind === 'object')
    return Object.fromEntries((own.required ?? []).map((name) => [name, smallest(own.properties?.[name] ?? {})]));
  if (kind === 'array') return Array.from({ length: own.minItems ?? 0 }, () => smallest(own.items));
  if (kind === 'boolean') return true;
  if (kind === 'integer' || kind === 'number') return own.minimum ?? 1;
  return own.example ?? own.examples?.[0] ?? 'text';
}

/** What `curl` sends in the guides where it is to succeed (`-f`). */
function ofGuides() {
  const guides = readdirSync(new URL('../../docs/guides/', import.meta.url)).filter((name) => name.endsWith('.md'));
  const text = guides.map((name) => read(`docs/guides/${name}`)).join('\n');
  return [...text.matchAll(/curl -sf(?:\\\n|[^\n']|'[^']*')*/g)].flatMap(([line]) => {
    const [, path] = /"\$BASE(\/[^"?]*)/.exec(line) ?? [];
    const [, body] = /-d '(\{[^']*\})'/.exec(line) ?? [];
    if (path === undefined || body === undefined) return [];
    const method = /-X (\w+)/.exec(line)?.[1] ?? 'POST';
    const isMeant = (one) =>
      one.method === method && new RegExp(`^${one.template.replace(/\{\w+\}/g, '[^/]+')}$`).test(`/api/v2${path}`);
    const meant = OPERATIONS.filter(isMeant).sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0];
    if (!meant) throw new Error(`The document has no ${method} ${path} with a body, which a guide calls.`);
    return [{ ...meant, body: JSON.parse(body), of: 'a guide' }];
  });
}

/** Each with its operation, method, path and body, and where it is from. */
export const CALLS = [...ofGuides(), ...OPERATIONS.map((one) => ({ ...one, body: smallest(one.schema), of: 'the document' }))];
