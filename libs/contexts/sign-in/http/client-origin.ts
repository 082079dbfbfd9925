import type { Request } from 'express';
import { clientNetwork } from '#platform/http';
import type { ClientOrigin } from '../sign-in.js';

/** Where a request to sign in comes from. */
export function clientOriginOf(request: Request): ClientOrigin {
  const isGone = () => request.socket.destroyed || request.res?.headersSent === true;
  return { address: clientNetwork(request.ip), userAgent: request.get('user-agent') ?? null, isGone };
}
