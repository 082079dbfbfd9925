import type { Request } from 'express';
import type { Logger } from 'pino';

/**
 * Says once that the service is behind a proxy that it was not told of: then all clients share the proxy's address, and one who guesses
 * passwords locks out all.
 */
export function proxyNotice(log: Logger, trustedProxies: number) {
  let isSaid = trustedProxies > 0;
  return (request: Request): void => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      log.warn(
        'A request carried X-Forwarded-For, but TRUST_PROXY is 0: limits per address count the proxy as one client. ' +
          'Set TRUST_PROXY to the number of reverse proxies in front of this process.',
      );
    }
  };
}
