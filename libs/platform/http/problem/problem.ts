import type { FieldError } from '#platform/kernel';

/** A problem document as it is sent: RFC 9457 with `code`, `requestID` and the wrong fields (decisions.md, section 4). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance: string;
  requestID: string;
  errors?: FieldError[];
}

/** The content of a problem document that does not depend on the request. */
export interface Refusal {
  status: number;
  code: string;
  detail: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
}

/** The common part of all problems with the same code. */
export interface ProblemKind {
  status: number;
  title: string;
  /** Advice to a client, as a sentence for the documentation. */
  remedy?: string;
}
export type ProblemKinds = Readonly<Record<string, ProblemKind>>;

/** The codes of HTTP itself and of every route (decisions.md, section 4); contexts add theirs with their `ContextApi`. */
export const PROBLEMS: ProblemKinds = {
  bad_request: { status: 400, title: 'The request can not be understood' },
  malformed_json: { status: 400, title: 'The body is not valid JSON', remedy: 'Send one JSON value in UTF-8.' },
  validation_failed: {
    status: 400,
    title: 'Some fields are not valid',
    remedy: 'Correct the fields that `errors` names; sending the same again fails again.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid token is needed',
    remedy: 'Send a valid token as `Authorization: Bearer …`; refresh or renew one that has ended.',
  },
  forbidden: { status: 403, title: 'The role does not allow this', remedy: 'Use a token or user with a role that may do this.' },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    remedy: 'Check the identifier. What is out of reach of the caller is not found either.',
  },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'Answers are JSON only', remedy: 'Accept `application/json`.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_conflict: {
    status: 409,
    title: 'A request with this key is still running',
    remedy: 'Wait a moment and send the same request again.',
  },
  limit_reached: {
    status: 409,
    title: 'The Group or the record has as many of these as it may',
    remedy: 'Delete what is no longer needed; continue a record with too many changes as a new one.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the present state',
    remedy: 'Read the record again; `detail` says what is in the way.',
  },
  precondition_failed: {
    status: 412,
    title: 'The record has changed',
    remedy: 'Read the record again and apply the change to what it is now.',
  },
  payload_too_large: { status: 413, title: 'The body is too large', remedy: 'Send less: the limits are in the guides.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a type that is not accepted here',
    remedy: 'Send the type that the operation documents.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The key was used for another request',
    remedy: 'Use a new key for each new request.',
  },
  rate_limited: { status: 429, title: 'Too many requests', remedy: 'Wait for the seconds that `Retry-After` says.' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: {
    status: 500,
    title: 'Something went wrong',
    remedy: 'Try again later with the same `Idempotency-Key`; report it with the `requestID`.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available now',
    remedy: 'Try again after the seconds that `Retry-After` says.',
  },
};

/** The generic code for a status. */
export function codeOfStatus(status: number): string {
  if (status === 400) return 'bad_request';
  if (status === 409) return 'conflict';
  const found = Object.entries(PROBLEMS).find(([, entry]) => entry.status === status);
  return found ? found[0] : status >= 500 ? 'internal_error' : 'bad_request';
}

/** The problem document of a refusal; the title of a code that `kinds` does not list is made from the code's words. */
export function problemOf(refusal: Refusal, instance: string, requestID: string, kinds = PROBLEMS): Problem {
  const { status, code, detail, errors } = refusal;
  return {
    type: `/problems/${code.replaceAll('_', '-')}`,
    title: kinds[code]?.title ?? sentence(code),
    status,
    code,
    detail,
    instance,
    requestID,
    ...(errors && errors.length > 0 && { errors }),
  };
}

function sentence(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
