import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import express, { type Request, type Response, Router } from 'express';
import { tagOf } from '../endpoint/unchanged.js';

/** Where the build puts the desk, from libs/platform/http/desk/ and from the same folder in dist/. */
const BUILT = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../../../apps/desk/' : '../../../../dist/apps/desk/', import.meta.url),
);

/** Scripts and styles from files of this service alone; photos also from where items say that theirs are, and from the camera. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the front desk at `/desk` (decisions.md, section 13): its files, and the one page for every other address below it. */
export function serveDesk(app: INestApplication): void {
  if (!existsSync(BUILT)) return;
  const shell = readFileSync(`${BUILT}index.html`, 'utf8');
  const router = Router();
  router.use('/assets', express.static(`${BUILT}assets`, { index: false, redirect: false, immutable: true, maxAge: '1y' }));
  // The worker holds `/desk` itself too, which is above its own folder.
  const setHeaders = (response: Response) => void response.setHeader('Service-Worker-Allowed', '/desk');
  router.use(express.static(BUILT, { index: false, redirect: false, setHeaders }));
  router.get(/^\/(?!assets\/)/, (_request: Request, response: Response) => {
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache', ETag: tagOf(shell) });
    response.set('Permissions-Policy', 'camera=(self), geolocation=(), microphone=()');
    response.type('html').send(shell);
  });
  app.use('/desk', router);
}
