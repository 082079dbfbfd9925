/** Why an attempt failed (decisions.md, section 3, Webhook event record). */
export const ATTEMPT_ERRORS = [
  'timeout',
  'connection_refused',
  'dns',
  'tls',
  'http_error',
  'blocked_address',
  'redirect',
  'endpoint_disabled',
  'network',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** What one call to an endpoint came to. */
export interface AttemptResult {
  /** null is a success: any 2xx in time. */
  error: AttemptError | null;
  responseStatus: number | null;
  /** At most 16 KiB of the answer, as text. */
  responseBody: string | null;
  /** The address that was connected to, null when it never came to that. */
  address: string | null;
  durationMs: number;
  /** The answer's `Retry-After` in milliseconds. */
  retryAfterMs: number | null;
}
