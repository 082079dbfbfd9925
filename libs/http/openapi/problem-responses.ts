import { getSchemaPath } from '@nestjs/swagger';
import { PROBLEMS, problemOf } from '../problem/problem.js';
import { ProblemDocument } from './problem-document.js';

const CONTENT = 'application/problem+json';
const EXAMPLE_FIELD = { field: 'item', code: 'required', message: 'Is required.' } as const;

export interface ProblemResponse {
  description: string;
  content: Record<string, { schema: object; examples: Record<string, { summary: string; value: object }> }>;
}

/** The responses that document these codes, several codes of one status as examples of one response. */
export function problemResponses(codes: readonly string[]): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const code of codes) {
    const problem = PROBLEMS[code];
    if (!problem) throw new Error(`There is no problem with the code ${code}.`);
    responses[problem.status] = mergeResponses(responses[problem.status], responseOf(code, problem));
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
  return { description, content: { [CONTENT]: { ...one.content[CONTENT], examples } } };
}

function responseOf(code: string, { status, title }: { status: number; title: string }): ProblemResponse {
  const errors = code === 'validation_failed' ? [EXAMPLE_FIELD] : [];
  const value = problemOf({ status, code, detail: `${title}.`, errors }, '/api/v2/…', 'b6d3a4c0-…');
  return {
    description: `\`${code}\``,
    content: { [CONTENT]: { schema: { $ref: getSchemaPath(ProblemDocument) }, examples: { [code]: { summary: title, value } } } },
  };
}
