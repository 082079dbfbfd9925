import type { Response } from 'express';

/** Photos may be on other hosts; nothing else is loaded from elsewhere, and no scripts run. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https: http:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that keep a guest page out of caches, search engines, frames and other sites' logs. */
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
