/** What kind of refusal this is; the HTTP filter turns it into a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition'
  | 'mismatch'
  | 'unavailable';

/** Codes that name what is wrong with one field (decisions.md, section 4). */
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
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** One wrong field of a request: its path (`colors.0`), a stable code and a sentence for people. */
export interface FieldError {
  field: string;
  code: FieldCode;
  message: string;
}

/** A refusal of the domain. It knows a stable code and no HTTP. */
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

/** It does not exist, or lies outside what the caller may see: the two are indistinguishable. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super('not-found', 'not_found', `${what} does not exist.`);
  }
}

/** One or more fields of the request are wrong. */
export class ValidationFailed extends DomainError {
  constructor(errors: FieldError[]) {
    super('invalid', 'validation_failed', errors.map((error) => `${error.field}: ${error.message}`).join(' '), errors);
  }
}

/** Identifiers in a body or query that do not exist or lie outside what the caller may see (decisions.md, section 4). */
export class UnknownReferences extends ValidationFailed {
  constructor(fields: readonly string[]) {
    const message = 'does not exist or is not available here.';
    super(fields.map((field): FieldError => ({ field, code: 'unknown_reference', message })));
  }
}
