import { getSchemaPath } from '@nestjs/swagger';
import { PROBLEMS, problemOf } from '../problem/problem.js';
import { ProblemDocument } from './problem-document.js';

const CONTENT = 'application/problem+json';
const EXAMPLE_REQUEST = 'b6d3a4c0-9f52-4a68-8d0f-0c4e1f6d2a11';
const EXAMPLE_FIELD = { field: 'item', code: 'required', message: 'Is required.' } as const;

export interface ProblemResponse {
  description: string;
  headers?: Record<string, object>;
  content: Record<string, { schema: object; examples: Record<string, { $ref: string }> }>;
}

/** The responses that document these codes, several codes of one status as examples of one response. */
export function problemResponses(codes: readonly string[]): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const code of codes) {
    const problem = PROBLEMS[code];
    if (!problem) throw new Error(`There is no problem with the code ${code}.`);
    responses[problem.status] = mergeResponses(responses[problem.status], responseOf(code));
  }
  return responses;
}

/** Both with all their examples. */
export function mergeResponses(one: ProblemResponse | undefined, other: ProblemResponse): ProblemResponse {
  if (!one?.content?.[CONTENT]) return other;
  const examples = { ...one.content[CONTENT].examples, ...other.content[CONTENT]?.examples };
  const description = Object.keys(examples)
    .map((code) => `\`${code}\``)
    .join(', ');
  return { ...one, description, content: { [CONTENT]: { ...one.content[CONTENT], examples } } };
}

/** One for each code, which the responses refer to. */
export function problemExamples(): Record<string, { summary: string; value: object }> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([code, { status, title }]) => {
      const errors = code === 'validation_failed' ? [EXAMPLE_FIELD] : [];
      const value = problemOf({ status, code, detail: `${title}.`, errors }, '/api/v2/items', EXAMPLE_REQUEST);
      return [code, { summary: title, value }];
    }),
  );
}

function responseOf(code: string): ProblemResponse {
  const schema = { $ref: getSchemaPath(ProblemDocument) };
  const examples = { [code]: { $ref: `#/components/examples/${code}` } };
  return { description: `\`${code}\``, ...HEADERS[code], content: { [CONTENT]: { schema, examples } } };
}

const always = (description: string) => ({ description, required: true, schema: { type: 'string' as const } });

const HEADERS: Record<string, Pick<ProblemResponse, 'headers'>> = {
  unauthenticated: { headers: { 'WWW-Authenticate': always('`Bearer`') } },
  invalid_credentials: { headers: { 'WWW-Authenticate': always('`Bearer`') } },
  rate_limited: { headers: { 'Retry-After': always('Seconds.') } },
  unavailable: { headers: { 'Retry-After': always('Seconds.') } },
};
