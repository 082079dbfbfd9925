import type { Role } from '#platform/kernel';
import type { LocationAccess } from './location-access.js';

/** Who a User is; encrypted in the store, null once the person was erased. */
export interface Person {
  username: string;
  email: string | null;
}

export type UserCreated = { type: 'UserCreated'; data: { person: Person | null; userRole: Role; access: LocationAccess } };

/** Only what changed; the person whole. */
export type UserUpdated = { type: 'UserUpdated'; data: { person?: Person | null; emailValidated?: boolean; userRole?: Role } };

/** That it changed, never to what. */
export type UserPasswordChanged = { type: 'UserPasswordChanged'; data: Record<string, never> };

/** The whole access as it stands afterwards. */
export type UserAccessGiven = { type: 'UserAccessGiven'; data: { access: LocationAccess } };
export type UserAccessTaken = { type: 'UserAccessTaken'; data: { access: LocationAccess } };

export type UserDeleted = { type: 'UserDeleted'; data: Record<string, never> };

export type UserEvent = UserCreated | UserUpdated | UserPasswordChanged | UserAccessGiven | UserAccessTaken | UserDeleted;
