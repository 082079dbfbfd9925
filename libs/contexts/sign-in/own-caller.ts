import type { OwnCaller } from '#contexts/users';
import { type Caller, DomainError } from '#platform/kernel';

/** The caller as a user, which the capability `me.write` has made sure of. @throws DomainError `forbidden` for an API token */
export function ownCaller(caller: Caller): OwnCaller {
  if (caller.actor.type !== 'user') throw new DomainError('forbidden', 'forbidden', 'Only users have an account of their own.');
  return caller as OwnCaller;
}
