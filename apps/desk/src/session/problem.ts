import type { FieldProblem, ProblemDocument } from '#client';

/** A refusal of the service, or that it could not be reached (`offline`). */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly detail: string,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(detail);
  }
}

/** Whether the service could not be reached, or could not answer: it is asked again later. */
export function isOffline(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'offline' || error.status >= 500 || error.status === 429);
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response?: Response;
}

/** The answer of a call of the client. @throws Problem */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  return (await answerOf(call)).data;
}

/** As `ask`, with the entity tag of the record, which `If-Match` takes. @throws Problem */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<{ data: Data; etag: string }> {
  const { data, error, response } = await call.catch((cause: unknown): Answer<Data> => ({ error: cause }));
  if (!response) throw new Problem('offline', 0, String(error));
  if (response.ok) return { data: data as Data, etag: response.headers.get('etag') ?? '' };
  const { code = 'internal_error', detail = '', errors = [] } = (error ?? {}) as Partial<ProblemDocument>;
  throw new Problem(code, response.status, detail, errors);
}
