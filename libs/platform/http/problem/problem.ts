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

/** What all problems with the same code share. */
export interface ProblemKind {
  status: number;
  title: string;
}
export type ProblemKinds = Readonly<Record<string, ProblemKind>>;

/** The codes of HTTP itself and of every route (decisions.md, section 4); contexts add theirs with their `ContextApi`. */
export const PROBLEMS: ProblemKinds = {
  bad_request: { status: 400, title: 'The request can not be understood' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'Some fields are not valid' },
  unauthenticated: { status: 401, title: 'A valid token is needed' },
  forbidden: { status: 403, title: 'The role does not allow this' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'Answers are JSON only' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_conflict: { status: 409, title: 'A request with this key is still running' },
  limit_reached: { status: 409, title: 'The Group has as many of these as it may' },
  conflict: { status: 409, title: 'The request conflicts with the present state' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body has a type that is not accepted here' },
  idempotency_mismatch: { status: 422, title: 'The key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'The service is not available now' },
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
