import type { Request } from 'express';
import { clientAddress, clientNetwork } from '#platform/http';
import type { ClientOrigin } from '../sign-in.js';

/** Where a request to sign in comes from. */
export function clientOriginOf(request: Request): ClientOrigin {
  const isGone = () => request.socket.destroyed || request.res?.headersSent === true;
  const [address, network] = [clientAddress(request.ip), clientNetwork(request.ip)];
  return { address, network, userAgent: request.get('user-agent') ?? null, isGone };
}
