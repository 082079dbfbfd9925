import type { Role } from '#platform/kernel';
import type { LocationAccess } from './location-access.js';

/** The personal data of a User; encrypted in the store, null once erased. */
export interface Person {
  username: string;
  email: string | null;
}

export type UserCreated = { type: 'UserCreated'; data: { person: Person | null; userRole: Role; access: LocationAccess } };

/** Only changed fields; the person is complete. */
export type UserUpdated = { type: 'UserUpdated'; data: { person?: Person | null; emailValidated?: boolean; userRole?: Role } };

/** Records that the password changed, never its value. */
export type UserPasswordChanged = { type: 'UserPasswordChanged'; data: Record<string, never> };

/** The complete access after the change. */
export type UserAccessGiven = { type: 'UserAccessGiven'; data: { access: LocationAccess } };
export type UserAccessTaken = { type: 'UserAccessTaken'; data: { access: LocationAccess } };

export type UserDeleted = { type: 'UserDeleted'; data: Record<string, never> };

export type UserEvent = UserCreated | UserUpdated | UserPasswordChanged | UserAccessGiven | UserAccessTaken | UserDeleted;
