import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { ExpressResponse } from './messages.js';

/** Swagger UI needs inline styles and data images; `upgrade-insecure-requests` would break a service on plain HTTP. */
const HEADERS = {
  contentSecurityPolicy: {
    directives: { upgradeInsecureRequests: null, scriptSrc: ["'self'"], imgSrc: ["'self'", 'data:', 'https:'] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // Only where the connection is encrypted: see transportSecurity.
  strictTransportSecurity: false,
} as const;

/** Helmet's headers, worked out once: they are the same for every call, and its dozen steps cost more than writing them. */
export function protective() {
  const headers: [string, string][] = [];
  const request = new IncomingMessage(new Socket());
  const recorder = new ServerResponse(request);
  recorder.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return recorder;
  };
  helmet(HEADERS)(request, recorder, (error) => {
    if (error) throw error;
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return (request: Request, response: Response): void => {
    // Pages have some of their own in place of these.
    if (isOfApi(request) && response instanceof ExpressResponse) response.lines = lines;
    else for (const [name, value] of headers) response.setHeader(name, value);
  };
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
