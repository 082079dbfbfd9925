import type { Response } from 'express';

/** Photos may be on other hosts; nothing else is loaded from elsewhere, and no scripts run. */
const POLICY = (framedBy: string, formsTo = '') =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: https: http:",
    `form-action 'self' ${formsTo}`.trim(),
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

/** Headers that keep a guest page out of caches, search engines, frames and other sites' logs. */
export function setPageHeaders(response: Response): void {
  response.set({
    'Content-Security-Policy': POLICY("'none'"),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  });
}

/** Exceptions of a public page from the strict headers of others. */
export interface Openness {
  /** Whether search engines may list it. */
  indexed: boolean;
  /** The origin of the site that may show it in a frame; null for none. */
  framedBy: string | null;
  /** Where the answer to its form may lead besides: to where the guest pays, and on from there. A browser holds each step against it. */
  formsTo?: string | null;
}

/** Takes back, for a page of a public form, what the hotel wants otherwise. */
export function openPage(response: Response, { indexed = false, framedBy = null, formsTo = null }: Partial<Openness>): void {
  if (indexed) response.removeHeader('X-Robots-Tag');
  if (formsTo !== null) response.set('Content-Security-Policy', POLICY("'none'", formsTo));
  if (framedBy === null) return;
  response.set('Content-Security-Policy', POLICY(framedBy)).removeHeader('X-Frame-Options');
}
