import type { Response } from 'express';

/** Photos may stand elsewhere; nothing else comes from elsewhere, and nothing runs. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https: http:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What keeps a guest's page out of caches, search engines, frames and other sites' logs. */
export function setPageHeaders(response: Response): void {
  response.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  });
}
