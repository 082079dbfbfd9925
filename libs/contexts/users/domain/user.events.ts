import type { EventOf, Role } from '#platform/kernel';
import type { LocationAccess } from './location-access.js';

/** The personal data of a User; encrypted in the store, null once erased. */
export interface Person {
  username: string;
  email: string | null;
  /** Where links to set a password go until `email` is verified: the last verified address; absent where `email` counts. */
  resetEmail?: string | null;
}

/** A link that leads to the page where the password is set: its number among the user's, and until when it is good. */
export interface PasswordLink {
  link: number;
  until: string;
}

/** An event that says all by its name. */
type Nothing = Record<string, never>;

/** The data of the events of a user. */
export interface UserEvents {
  /** `invited` until a password is set; earlier events have no such field. */
  UserCreated: { person: Person | null; userRole: Role; access: LocationAccess; invited?: boolean };
  /** Only changed fields; the person is complete. `formerEmail` is the verified address that a new email replaces, null without one. */
  UserUpdated: {
    person?: Person | null;
    formerEmail?: string | null;
    emailValidated?: boolean;
    userRole?: Role;
    language?: string | null;
  };
  /** The complete access after the change. */
  UserAccessGiven: { access: LocationAccess };
  UserAccessTaken: { access: LocationAccess };
  UserDeleted: Nothing;
  /** A link was sent to somebody who has no password yet. It ends the one before. */
  UserInvited: PasswordLink;
  /** A link was sent to somebody who has forgotten the password. It ends the one before. */
  UserPasswordForgotten: PasswordLink;
  /** The link went to an address that is no longer the user's. */
  UserPasswordLinkEnded: Nothing;
  /** Records that the password changed, never its value; `first` where an invitation was accepted. It ends the link that is open. */
  UserPasswordChanged: { first?: true };
  /** Somebody who was invited can sign in now. */
  UserActivated: Nothing;
  UserDisabled: Nothing;
  UserEnabled: Nothing;
  /** Records that there is a second factor, never its secret. */
  UserSecondFactorAdded: Nothing;
  UserSecondFactorRemoved: Nothing;
  /** Somebody who knew the password has tried several codes of the second factor that were wrong. */
  UserCodesGuessed: Nothing;
}

export type UserEvent = EventOf<UserEvents>;
