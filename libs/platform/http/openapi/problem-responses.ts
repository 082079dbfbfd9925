import { getSchemaPath } from '@nestjs/swagger';
import { codeOf } from '../endpoint/problems.js';
import { type ProblemKind, type ProblemKinds, problemOf } from '../problem/problem.js';
import { ProblemDocument } from './problem-document.js';

export const PROBLEM_CONTENT = 'application/problem+json';
const EXAMPLE_REQUEST = 'b6d3a4c0-9f52-4a68-8d0f-0c4e1f6d2a11';
const EXAMPLE_FIELD = { field: 'item', code: 'required', message: 'Is required.' } as const;

type Example = { $ref: string } | { summary: string; value: object };

export interface ProblemResponse {
  description: string;
  headers?: Record<string, object>;
  content: Record<string, { schema: object; examples: Record<string, Example> }>;
}

/**
 * The responses that document these codes; codes with the same status are examples of one response. `403 invalid_credentials` is a code
 * that this route answers with another status than usual.
 * @throws for an unknown code
 */
export function problemResponses(codes: Iterable<string>, kinds: ProblemKinds): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const given of codes) {
    const code = codeOf(given);
    const problem = kinds[code];
    if (!problem) throw new Error(`There is no problem with the code ${code}.`);
    const status = code === given ? problem.status : Number.parseInt(given, 10);
    const example = status === problem.status ? { $ref: `#/components/examples/${code}` } : exampleOf(code, status, kinds);
    responses[status] = mergeResponses(responses[status], responseOf(code, problem, status, example));
  }
  return responses;
}

/** One response with the examples of both. */
export function mergeResponses(one: ProblemResponse | undefined, other: ProblemResponse): ProblemResponse {
  if (!one?.content?.[PROBLEM_CONTENT]) return other;
  const examples = { ...one.content[PROBLEM_CONTENT].examples, ...other.content[PROBLEM_CONTENT]?.examples };
  const parts = [one.description, ...(one.description.includes(other.description) ? [] : [other.description])];
  const description = parts.join('\n');
  return { ...one, description, content: { [PROBLEM_CONTENT]: { ...one.content[PROBLEM_CONTENT], examples } } };
}

/** One example for each code, sorted by status; the responses refer to them. */
export function problemExamples(kinds: ProblemKinds): Record<string, { summary: string; value: object }> {
  const sorted = Object.entries(kinds).sort(([, one], [, other]) => one.status - other.status);
  return Object.fromEntries(sorted.map(([code, { status }]) => [code, exampleOf(code, status, kinds)]));
}

function exampleOf(code: string, status: number, kinds: ProblemKinds): { summary: string; value: object } {
  const { title } = kinds[code]!;
  const errors = code === 'validation_failed' ? [EXAMPLE_FIELD] : [];
  const value = problemOf({ status, code, detail: `${title}.`, errors }, '/api/v2/items', EXAMPLE_REQUEST, kinds);
  return { summary: title, value };
}

function responseOf(code: string, { title, remedy = '' }: ProblemKind, status: number, example: Example): ProblemResponse {
  const schema = { $ref: getSchemaPath(ProblemDocument) };
  const examples = { [code]: example };
  const description = `- \`${code}\`: ${`${title}. ${remedy}`.trim()}`;
  return { description, ...HEADERS[status], content: { [PROBLEM_CONTENT]: { schema, examples } } };
}

const always = (description: string) => ({ description, required: true, schema: { type: 'string' as const, maxLength: 100 } });

const HEADERS: Record<number, Pick<ProblemResponse, 'headers'>> = {
  401: { headers: { 'WWW-Authenticate': always('`Bearer`') } },
  429: { headers: { 'Retry-After': always('Seconds.') } },
  503: { headers: { 'Retry-After': always('Seconds.') } },
};
