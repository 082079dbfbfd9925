import type { AttemptError } from '../domain/attempt.js';

const BY_CODE: Record<string, AttemptError> = {
  BLOCKED_ADDRESS: 'blocked_address',
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};
/** Error codes of OpenSSL's certificate check and handshake, as Node reports them. */
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE)/;

/** Maps a connection error to its error code. */
export function attemptErrorOf(problem: unknown): AttemptError {
  if (problem instanceof DOMException && problem.name === 'TimeoutError') return 'timeout';
  // One error for each address that was tried: the first one represents all.
  if (problem instanceof AggregateError && problem.errors.length > 0) return attemptErrorOf(problem.errors[0]);
  const { code, cause } = problem as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') {
    if (TLS.test(code)) return 'tls';
    if (BY_CODE[code]) return BY_CODE[code];
  }
  return cause === undefined || cause === null ? 'network' : attemptErrorOf(cause);
}
