/** Why something on the network could not be reached, by the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'names can not be looked up',
  EDNS: 'the name of the host can not be looked up',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to its network',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody known has signed its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody known has signed its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody known has signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody known has signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody known has signed its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
};

interface Failure {
  name?: string;
  code?: unknown;
  message?: string;
  cause?: Failure;
  errors?: Failure[];
}

/** Why something could not be reached, in words for its operator with the system's code: `nothing listens there (ECONNREFUSED)`. */
export function whyUnreachable(error: unknown): string {
  const failure = error as Failure;
  // The system's error is within those of libraries, and one of several where a name has several addresses.
  const within = failure.cause ?? failure.errors?.[0];
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return REASONS.ETIMEDOUT!;
  // Some libraries keep the system's code in their message alone.
  const codes = [failure.code, /^(?:connect|getaddrinfo|read) (E[A-Z_]+)/.exec(failure.message ?? '')?.[1]].map(String);
  const code = codes.find((one) => Object.hasOwn(REASONS, one));
  if (code !== undefined) return `${REASONS[code]} (${code})`;
  return within ? whyUnreachable(within) : failure.message || String(failure.code);
}
