import type { NextFunction, Request, Response } from 'express';

/** A year, for this host alone: the operator may serve other hosts of the domain without TLS. */
const A_YEAR = 'max-age=31536000';

/** Tells browsers to come back by HTTPS only, where they came by it. */
export function transportSecurity(request: Request, response: Response, next: NextFunction): void {
  if (request.secure) response.setHeader('Strict-Transport-Security', A_YEAR);
  next();
}

/** Answers of the API hold personal data: no cache keeps them unless their route says otherwise. */
export function uncached(request: Request, response: Response, next: NextFunction): void {
  if (/^\/api\//i.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
}
