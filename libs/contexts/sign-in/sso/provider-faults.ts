import * as oidc from 'openid-client';

/** A sign-in at the provider that did not succeed. */
export interface ProviderFault {
  /** Its cause in words for the log, without anything about the person. */
  reason: string;
  /** Whether the provider or the settings are to blame, so that nobody could sign in. */
  isOutage: boolean;
}

/** The discovery document names another issuer than SSO_ISSUER. */
export class OtherIssuer extends Error {
  constructor(expected: string, found: string) {
    super(
      `SSO_ISSUER is ${expected}, but the provider there calls itself ${shown(found)}: the two must be the same to the letter`,
    );
  }
}

/** Refusals by which the provider says that it does not know the service. */
const NOT_KNOWN = new Set(['invalid_client', 'unauthorized_client']);

/** Whether the provider refused the service itself: the client, its secret, or the way in which that was sent. */
export function isUnknownClient(error: unknown): boolean {
  return (
    (error instanceof oidc.ResponseBodyError && NOT_KNOWN.has(error.error)) ||
    (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401)
  );
}

/** Errors of the library by their code: reasons that are the same for everybody who signs in. */
const OUTAGES: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'the provider did not answer in time',
  OAUTH_ABORT: 'the provider did not answer in time',
  OAUTH_RESPONSE_IS_NOT_JSON: 'the provider answered with something other than JSON',
  OAUTH_PARSE_ERROR: 'the provider answered with JSON that can not be read',
  OAUTH_MISSING_SERVER_METADATA: 'the discovery document lacks an address',
  OAUTH_INVALID_SERVER_METADATA: 'the discovery document has an address that is none',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'the discovery document names an http: address, which needs an SSO_ISSUER of http: too',
};

/** Claims of an ID token that are the same for everybody who signs in. */
const SETTINGS_IN_CLAIMS: Readonly<Record<string, string>> = {
  iss: 'the ID token is of another issuer than SSO_ISSUER',
  aud: 'the ID token is for another client than SSO_CLIENT_ID, or for several without an "azp" that says which',
  azp: 'the ID token is for another client than SSO_CLIENT_ID',
};

/** Parts of the library's errors: an error of its own within, or what was compared. */
interface Cause {
  cause?: Cause;
  code?: string;
  message?: string;
  claim?: string;
  claims?: { iat?: number };
  now?: number;
  attribute?: string;
  expected?: string;
  body?: { issuer?: unknown };
}

/** The meaning of an error of the library. */
export function faultOf(error: unknown): ProviderFault {
  if (error instanceof OtherIssuer) return outage(error.message);
  if (error instanceof oidc.ResponseBodyError) return refusedCode(error.error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return outage(`the provider answered ${error.status}${WHO}`);
  if (error instanceof oidc.AuthorizationResponseError) return refusal(`the provider refused it (${shown(error.error)})`);
  const { code, cause, message } = error as Error & Cause;
  // The system's error is the cause of one that has no code.
  if (code === undefined) return outage(`the provider could not be reached (${cause?.code ?? cause?.message ?? message})`);
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return outage(answeredWith(cause));
  const known = OUTAGES[code] ?? comparedWith(code, cause?.cause ?? cause);
  return known === null
    ? refusal(`the answer of the provider was not accepted: ${cause?.message ?? message} (${code})`)
    : outage(known);
}

/** The reason where what was compared is the same for everybody; null where it is this sign-in's own. */
function comparedWith(code: string, compared: Cause | undefined): string | null {
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return clockFault(compared ?? {});
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return SETTINGS_IN_CLAIMS[compared?.claim ?? ''] ?? null;
  if (compared?.attribute !== 'issuer') return null;
  return new OtherIssuer(compared.expected ?? '', String(compared.body?.issuer)).message;
}

function clockFault({ claims, now }: Cause): string {
  const made = claims?.iat === undefined || now === undefined ? '' : ` (it was made ${now - claims.iat} s ago by this clock)`;
  return `the ID token is not valid at this time${made}: compare the clocks of this machine and of the provider`;
}

/** The token endpoint's answer to a code. */
function refusedCode(error: string): ProviderFault {
  if (!NOT_KNOWN.has(error)) return refusal(`the provider refused the code (${shown(error)})`);
  return outage(`the provider refused the service (${shown(error)})${WHO}`);
}

function answeredWith(response: unknown): string {
  if (!(response instanceof Response)) return 'the provider answered in an unexpected way';
  const [address] = response.url.split('?');
  const hint = address!.includes('/.well-known/') ? ', where the discovery document of SSO_ISSUER should be' : '';
  return `the provider answered ${response.status} at ${shown(address)}${hint}`;
}

const WHO = ': are SSO_CLIENT_ID and SSO_CLIENT_SECRET right?';

/** A text of the provider or of the browser, for a line of the log. */
function shown(text: unknown): string {
  return String(text)
    .replaceAll(/[^\x21-\x7e]/g, '?')
    .slice(0, 200);
}

const outage = (reason: string): ProviderFault => ({ reason, isOutage: true });
const refusal = (reason: string): ProviderFault => ({ reason, isOutage: false });
