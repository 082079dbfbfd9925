import { type Client, createClient, createConfig } from './generated/client/index.js';
import { type RetryOptions, retrying } from './retrying.js';

/** Where the service is, and who calls. */
export interface Connection extends RetryOptions {
  /** Without `/api/v2`. */
  baseUrl: string;
  /** An API token, or a user's access token; a function is asked before each call. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
}

/**
 * A client to be given to every operation. It tries again what failed for a time only, and gives each POST an `Idempotency-Key` so that
 * none takes effect twice.
 */
export function connect({ baseUrl, token, ...retries }: Connection): Client {
  return createClient(createConfig({ baseUrl: baseUrl.replace(/\/$/, ''), auth: token, fetch: retrying(retries) }));
}
