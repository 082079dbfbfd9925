import type { FieldProblem, ProblemDocument } from '#client';
import type { Meanwhile } from './meanwhile.js';

/** A refusal of the service, or that it could not be reached (`offline`). */
export class Problem extends Error {
  /** The differences of a record that somebody else has changed since it was read. */
  meanwhile: readonly Meanwhile[] = [];
  /** The version with those changes. */
  etag?: string;

  constructor(
    readonly code: string,
    readonly status: number,
    readonly detail: string,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(detail || code);
  }
}

/** Whether the service could not be reached, or could not answer: it is asked again later. */
export function isOffline(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'offline' || error.status >= 500 || error.status === 429);
}

export const isOutdated = (error: unknown): error is Problem => error instanceof Problem && error.status === 412;

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response?: Response;
}

/** Codes of answers that a proxy gave in the service's place. */
const OF_PROXY: Record<number, string> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The answer of a call of the client. @throws Problem */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  return (await answerOf(call)).data;
}

/** As `ask`, with the entity tag of the record, which `If-Match` takes. @throws Problem */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<{ data: Data; etag: string }> {
  const { data, error, response } = await call;
  // A fault of the desk, or of the browser, is none of the network.
  if (!response) throw error;
  // An answer with a body that broke off.
  if (response.ok && error !== undefined) throw new Problem('offline', 0, String(error));
  if (response.ok) return { data: data as Data, etag: response.headers.get('etag') ?? '' };
  const { code, detail = '', errors = [] } = (typeof error === 'object' ? error : {}) as Partial<ProblemDocument>;
  throw new Problem(code ?? OF_PROXY[response.status] ?? 'internal_error', response.status, detail, errors);
}
