import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_CONTENT } from './problem-responses.js';

interface Response {
  headers?: Record<string, object>;
  content?: Record<string, { examples?: object }>;
}

interface Operation {
  parameters?: { name: string }[];
  responses: Record<string, Response>;
}

/** Where a part stands, and the name that it would have below `components`. */
interface Place {
  holder: object;
  key: string | number;
  name: string | undefined;
}

/**
 * The document with each header, parameter and answer without a record that repeats written once, below `components`, and referred to from
 * where it stood. Where several parts have one name, the one that occurs most often is shared, and the others stay where they are.
 */
export function withSharedParts(document: OpenAPIObject): OpenAPIObject {
  const made = structuredClone(document);
  const paths = [made.paths, made.webhooks ?? {}].flatMap((section) => Object.values(section));
  const operations = paths.flatMap((path) => Object.values(path) as Operation[]);
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const headers = shared(
    'headers',
    responses.flatMap(({ headers = {} }) => Object.keys(headers).map((name) => ({ holder: headers, key: name, name }))),
  );
  const parameters = shared(
    'parameters',
    operations.flatMap(({ parameters = [] }) => parameters.map(({ name }, key) => ({ holder: parameters, key, name }))),
  );
  const answers = shared(
    'responses',
    operations.flatMap(({ responses }) =>
      Object.entries(responses).map(([key, response]) => ({ holder: responses, key, name: nameOf(key, response) })),
    ),
  );
  return { ...made, components: { ...made.components, headers, parameters, responses: answers } };
}

/** Puts references where parts repeat. @returns the parts by their names */
function shared(section: string, places: readonly Place[]): Record<string, never> {
  const parts: [string, object][] = [];
  for (const [name, named] of Map.groupBy(places, (place) => place.name)) {
    const forms = [...Map.groupBy(named, ({ holder, key }) => JSON.stringify(Reflect.get(holder, key)))];
    const [text, same] = forms.reduce((most, form) => (form[1].length > most[1].length ? form : most));
    if (name === undefined || same.length === 1) continue;
    parts.push([name, JSON.parse(text)]);
    for (const { holder, key } of same) Reflect.set(holder, key, { $ref: `#/components/${section}/${name}` });
  }
  return Object.fromEntries(parts.sort(([one], [other]) => (one < other ? -1 : 1))) as Record<string, never>;
}

/** `NotFound`, `ConflictOrLimitReached` by the codes of a refusal, `NoContent` by the status; none for an answer with a record. */
function nameOf(status: string, { content }: Response): string | undefined {
  const codes = Object.keys(content?.[PROBLEM_CONTENT]?.examples ?? {});
  if (codes.length > 0) return codes.map((code) => code.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())).join('Or');
  return content ? undefined : STATUS_CODES[status]?.replaceAll(' ', '');
}
