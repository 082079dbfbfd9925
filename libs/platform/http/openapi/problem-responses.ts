import { getSchemaPath } from '@nestjs/swagger';
import { type ProblemKinds, problemOf } from '../problem/problem.js';
import { ProblemDocument } from './problem-document.js';

const CONTENT = 'application/problem+json';
const EXAMPLE_REQUEST = 'b6d3a4c0-9f52-4a68-8d0f-0c4e1f6d2a11';
const EXAMPLE_FIELD = { field: 'item', code: 'required', message: 'Is required.' } as const;

export interface ProblemResponse {
  description: string;
  headers?: Record<string, object>;
  content: Record<string, { schema: object; examples: Record<string, { $ref: string }> }>;
}

/** The responses that document these codes; codes with the same status are examples of one response. @throws for an unknown code */
export function problemResponses(codes: Iterable<string>, kinds: ProblemKinds): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const code of codes) {
    const problem = kinds[code];
    if (!problem) throw new Error(`There is no problem with the code ${code}.`);
    responses[problem.status] = mergeResponses(responses[problem.status], responseOf(code, problem.status));
  }
  return responses;
}

/** One response with the examples of both. */
export function mergeResponses(one: ProblemResponse | undefined, other: ProblemResponse): ProblemResponse {
  if (!one?.content?.[CONTENT]) return other;
  const examples = { ...one.content[CONTENT].examples, ...other.content[CONTENT]?.examples };
  const description = Object.keys(examples)
    .map((code) => `\`${code}\``)
    .join(', ');
  return { ...one, description, content: { [CONTENT]: { ...one.content[CONTENT], examples } } };
}

/** One example for each code, sorted by status; the responses refer to them. */
export function problemExamples(kinds: ProblemKinds): Record<string, { summary: string; value: object }> {
  const sorted = Object.entries(kinds).sort(([, one], [, other]) => one.status - other.status);
  return Object.fromEntries(
    sorted.map(([code, { status, title }]) => {
      const errors = code === 'validation_failed' ? [EXAMPLE_FIELD] : [];
      const value = problemOf({ status, code, detail: `${title}.`, errors }, '/api/v2/items', EXAMPLE_REQUEST, kinds);
      return [code, { summary: title, value }];
    }),
  );
}

function responseOf(code: string, status: number): ProblemResponse {
  const schema = { $ref: getSchemaPath(ProblemDocument) };
  const examples = { [code]: { $ref: `#/components/examples/${code}` } };
  return { description: `\`${code}\``, ...HEADERS[status], content: { [CONTENT]: { schema, examples } } };
}

const always = (description: string) => ({ description, required: true, schema: { type: 'string' as const } });

const HEADERS: Record<number, Pick<ProblemResponse, 'headers'>> = {
  401: { headers: { 'WWW-Authenticate': always('`Bearer`') } },
  429: { headers: { 'Retry-After': always('Seconds.') } },
  503: { headers: { 'Retry-After': always('Seconds.') } },
};
