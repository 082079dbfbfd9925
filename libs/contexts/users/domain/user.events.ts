import type { Role } from '#platform/kernel';
import type { LocationAccess } from './location-access.js';

/** The personal data of a User; encrypted in the store, null once erased. */
export interface Person {
  username: string;
  email: string | null;
  /** Where links to set a password go until `email` is verified: the last verified address; absent where `email` counts. */
  resetEmail?: string | null;
}

/** `invited` until a password is set; earlier events have no such field. */
export type UserCreated = {
  type: 'UserCreated';
  data: { person: Person | null; userRole: Role; access: LocationAccess; invited?: boolean };
};

/** A link that leads to the page where the password is set: its number among the user's, and until when it is good. */
export interface PasswordLink {
  link: number;
  until: string;
}
/** A link was sent to somebody who has no password yet. It ends the one before. */
export type UserInvited = { type: 'UserInvited'; data: PasswordLink };
/** A link was sent to somebody who has forgotten the password. It ends the one before. */
export type UserPasswordForgotten = { type: 'UserPasswordForgotten'; data: PasswordLink };
/** The link went to an address that is no longer the user's. */
export type UserPasswordLinkEnded = { type: 'UserPasswordLinkEnded'; data: Record<string, never> };
/** Somebody who was invited can sign in now. */
export type UserActivated = { type: 'UserActivated'; data: Record<string, never> };

export type UserDisabled = { type: 'UserDisabled'; data: Record<string, never> };
export type UserEnabled = { type: 'UserEnabled'; data: Record<string, never> };

/** Records that there is a second factor, never its secret. */
export type UserSecondFactorAdded = { type: 'UserSecondFactorAdded'; data: Record<string, never> };
export type UserSecondFactorRemoved = { type: 'UserSecondFactorRemoved'; data: Record<string, never> };

/** Somebody who knew the password has tried several codes of the second factor that were wrong. */
export type UserCodesGuessed = { type: 'UserCodesGuessed'; data: Record<string, never> };

/** Only changed fields; the person is complete. `formerEmail` is the verified address that a new email replaces, null without one. */
export type UserUpdated = {
  type: 'UserUpdated';
  data: {
    person?: Person | null;
    formerEmail?: string | null;
    emailValidated?: boolean;
    userRole?: Role;
    language?: string | null;
  };
};

/** Records that the password changed, never its value; `first` where an invitation was accepted. It ends the link that is open. */
export type UserPasswordChanged = { type: 'UserPasswordChanged'; data: { first?: true } };

/** The complete access after the change. */
export type UserAccessGiven = { type: 'UserAccessGiven'; data: { access: LocationAccess } };
export type UserAccessTaken = { type: 'UserAccessTaken'; data: { access: LocationAccess } };

export type UserDeleted = { type: 'UserDeleted'; data: Record<string, never> };

export type UserEvent =
  | UserCreated
  | UserUpdated
  | UserPasswordChanged
  | UserAccessGiven
  | UserAccessTaken
  | UserDeleted
  | UserInvited
  | UserPasswordForgotten
  | UserPasswordLinkEnded
  | UserActivated
  | UserDisabled
  | UserEnabled
  | UserSecondFactorAdded
  | UserSecondFactorRemoved
  | UserCodesGuessed;
