import type { Request } from 'express';
import { checkedKey } from '#platform/idempotency';

/** The header of a call that refreshes a session: who lost its answer repeats it with the same key (decisions.md, section 4). */
export const REFRESH_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes a call that is repeated, since its answer was lost, the same use of the refresh token: it gets tokens that replace those ' +
    'of the lost answer, until another call refreshes the session.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

/** @throws ValidationFailed */
export function refreshKeyOf(request: Request): string | null {
  const key = request.get(REFRESH_KEY.name);
  return key === undefined ? null : checkedKey(key);
}
