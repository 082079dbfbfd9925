import type { Request } from 'express';
import { clientNetwork } from '#platform/limits';
import type { Place } from '../sign-in.js';

/** Where a request to sign in comes from. */
export function placeOf(request: Request): Place {
  return { address: clientNetwork(request.ip), userAgent: request.get('user-agent') ?? null };
}
