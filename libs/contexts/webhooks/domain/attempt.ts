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

/** The result of one call to an endpoint. */
export interface AttemptResult {
  /** null on success: any 2xx before the timeout. */
  error: AttemptError | null;
  responseStatus: number | null;
  /** At most 16 KiB of the response, as text. */
  responseBody: string | null;
  /** The IP address connected to; null when no connection was made. */
  address: string | null;
  durationMs: number;
  /** The response's `Retry-After` in milliseconds. */
  retryAfterMs: number | null;
}
