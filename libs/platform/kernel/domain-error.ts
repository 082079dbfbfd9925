/** The kind of error; the HTTP filter maps it to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'precondition'
  | 'too-large'
  | 'mismatch'
  | 'damaged'
  | 'unavailable';

/** Codes for what is wrong with a field (decisions.md, section 4). */
export const FIELD_CODES = [
  'required',
  'invalid_type',
  'invalid_format',
  'too_long',
  'too_short',
  'out_of_range',
  'not_allowed',
  'unknown_field',
  'unknown_reference',
  'too_weak',
  'invalid_parent',
  'duplicate',
  'too_many_columns',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** One wrong field of a request: its path (`colors.0`), a stable code and a human-readable message. */
export interface FieldError {
  field: string;
  code: FieldCode;
  message: string;
}

/** An error of the domain with a stable code; independent of HTTP. */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly errors: FieldError[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Why the service cannot answer now: too much costly work, too slow, or a part that does not work. */
type UnavailableReason = 'busy' | 'bodies' | 'timeout' | 'storage' | 'images' | 'identity_provider' | 'provider' | 'not_ready';

/** The service cannot answer now; the same call may work later. */
export class Unavailable extends DomainError {
  constructor(
    readonly reason: UnavailableReason,
    message: string,
  ) {
    super('unavailable', 'unavailable', message);
  }
}

/** It does not exist, or the caller has no access to it: the caller cannot tell the two apart. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super('not-found', 'not_found', `${what} does not exist.`);
  }
}

/** The versions of a record of which it must have one for a change to be made (`If-Match`); null for any. */
export type ExpectedVersions = readonly number[] | null;

/** The record has another version than the caller expects (decisions.md, section 4). */
export class PreconditionFailed extends DomainError {
  constructor(message = 'The record has changed since it was read.') {
    super('precondition', 'precondition_failed', message);
  }
}

/** The request is larger than it may be (decisions.md, section 4). */
export class TooLarge extends DomainError {
  constructor(message: string) {
    super('too-large', 'payload_too_large', message);
  }
}

/** The Group or a record has as many of these as it may (decisions.md, section 4). */
export class LimitReached extends DomainError {
  constructor(what: string, most: number, holder: 'Group' | 'record' = 'Group') {
    super('conflict', 'limit_reached', `The ${holder} has ${most} ${what}, as many as it may.`);
  }
}

/** One or more fields of the request are wrong. */
export class ValidationFailed extends DomainError {
  constructor(errors: FieldError[]) {
    super('invalid', 'validation_failed', errors.map((error) => `${error.field}: ${error.message}`).join(' '), errors);
  }
}

/** Identifiers in a body or query that do not exist or that the caller has no access to (decisions.md, section 4). */
export class UnknownReferences extends ValidationFailed {
  constructor(fields: readonly string[]) {
    const message = 'Does not exist or is not available here.';
    super(fields.map((field): FieldError => ({ field, code: 'unknown_reference', message })));
  }
}
