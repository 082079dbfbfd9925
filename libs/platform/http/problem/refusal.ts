import { HttpException } from '@nestjs/common';
import { isDatabaseUnavailable } from '#platform/database';
import { DomainError, type ErrorKind, Unavailable } from '#platform/kernel';
import { codeOfStatus, PROBLEMS, type Refusal } from './problem.js';

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  precondition: 412,
  'too-large': 413,
  mismatch: 422,
  damaged: 500,
  unavailable: 503,
};

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** The limit that was reached. */
type LimitReason = 'calls' | 'refused' | 'sign_in' | 'password' | 'guests' | 'other';

/** Too many calls; `retryAfter` in seconds (decisions.md, section 4: `rate_limited`). */
export class RateLimited extends HttpException {
  constructor(
    readonly retryAfter: number,
    readonly reason: LimitReason = 'other',
  ) {
    super('Too many requests; try again later.', 429);
  }
}

/** How an error is reported to the client; anything unknown is `internal_error` without details. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) return ofDomain(error);
  if (error instanceof RateLimited) {
    const headers = { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfter))) };
    return { status: 429, code: 'rate_limited', detail: error.message, headers };
  }
  if (error instanceof HttpException) return ofStatus(error.getStatus(), error.message);
  if (isDatabaseUnavailable(error)) {
    return { status: 503, code: 'unavailable', detail: 'Try again later.', headers: { 'Retry-After': '5' } };
  }
  return ofExpress(error) ?? { status: 500, code: 'internal_error', detail: 'The failure has been recorded.' };
}

/** Why a call was refused with 429 or 503: one of a few words, to be counted by. */
export function reasonOf(error: unknown): string {
  if (error instanceof RateLimited || error instanceof Unavailable) return error.reason;
  return isDatabaseUnavailable(error) ? 'database' : 'other';
}

function ofDomain(error: DomainError): Refusal {
  const status = STATUS[error.kind];
  const headers = status === 401 ? CHALLENGE : status === 503 ? { 'Retry-After': '5' } : undefined;
  return { status, code: error.code, detail: error.message, errors: error.errors, headers };
}

function ofStatus(status: number, message: string): Refusal {
  const code = codeOfStatus(status);
  const known = PROBLEMS[code]?.status ?? status;
  const detail = status >= 500 ? 'The failure has been recorded.' : message;
  return { status: known, code, detail, ...(status === 401 && { headers: CHALLENGE }) };
}

/** Problems of a JSON body, by the type of the parser's error. */
const MALFORMED: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not valid JSON.',
  'entity.doubled': 'The body has an object with the same key twice.',
  'entity.not.utf8': 'The body is not UTF-8.',
  'entity.overgrown': 'The body has more than 40,000 brackets and keys.',
};

/** Errors of Express and its body parser carry `status`, `type` and `expose`. */
function ofExpress(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { status, type, expose } = error as Error & { status?: unknown; type?: unknown; expose?: unknown };
  const malformed = typeof type === 'string' ? MALFORMED[type] : undefined;
  if (malformed) return { status: 400, code: 'malformed_json', detail: malformed };
  if (typeof status !== 'number' || status < 400 || status > 499 || expose !== true) return null;
  // Everything else that is wrong with a body: truncated, or not of the declared encoding or length.
  if (status === 400) return { status, code: 'malformed_json', detail: 'The body does not match its headers.' };
  return ofStatus(status, sentenceOf(status, error.message));
}

function sentenceOf(status: number, message: string): string {
  return status === 413 ? 'The body is too large.' : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
