import type { Request, Response } from 'express';
import { ExpressResponse } from './messages.js';

/**
 * The headers that Helmet 8 would send. Swagger UI needs inline styles and data images; `upgrade-insecure-requests` would break a service
 * on plain HTTP, and `Strict-Transport-Security` is sent only where the connection is encrypted.
 */
const PROTECTIVE = {
  'Content-Security-Policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';" +
    "img-src 'self' data: https:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

const LINES = Object.entries(PROTECTIVE)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Sends the headers that protect browsers; pages have some of their own in their place. */
export function protective(request: Request, response: Response): void {
  if (isOfApi(request) && response instanceof ExpressResponse) response.lines = LINES;
  else for (const [name, value] of Object.entries(PROTECTIVE)) response.setHeader(name, value);
}

/** A year, for this host alone: the operator may serve other hosts of the domain without TLS. */
const A_YEAR = 'max-age=31536000';

/** Tells browsers to come back by HTTPS only, where they came by it. */
export function transportSecurity(request: Request, response: Response): void {
  if (request.secure) response.setHeader('Strict-Transport-Security', A_YEAR);
}

/** Answers of the API hold personal data: no cache keeps them unless their route says otherwise. */
export function uncached(request: Request, response: Response): void {
  if (isOfApi(request)) response.setHeader('Cache-Control', 'no-store');
}

const isOfApi = ({ path }: Request) => /^\/api\//i.test(path);
