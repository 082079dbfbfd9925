import { declareEvents, type EventOf, type Role } from '#platform/kernel';
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

/** How a user signs in, besides the password itself (decisions.md, section 11). */
export interface Account {
  emailValidated: boolean;
  /** The language of the user's mails; null where that of its first Location counts. */
  language: string | null;
  /** Has had no password yet. */
  invited: boolean;
  disabled: boolean;
  secondFactor: boolean;
  /** The link that is open, and how many there have been. */
  link: PasswordLink | null;
  links: number;
}

/** A user that was not deleted. */
export interface PresentUser extends Account {
  status: 'present';
  person: Person | null;
  userRole: Role;
  access: LocationAccess;
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

/** A person after the erasure of its data. */
export const NOBODY: Person = { username: '', email: null };

const NEW_ACCOUNT = { emailValidated: false, language: null, invited: false, disabled: false, secondFactor: false, link: null };

const accessed = {
  public: ['access'] as const,
  state: (user: PresentUser, { access }: { access: LocationAccess }): PresentUser => ({ ...user, access }),
  row: ({ access }: { access: LocationAccess }) => ({ ...access }),
};

const linked = {
  public: ['link', 'until'] as const,
  state: (user: PresentUser, link: PasswordLink): PresentUser => ({ ...user, link, links: user.links + 1 }),
  row: (link: PasswordLink) => inRow({ link }),
};

/** An event that says of the account what it is now. */
const becoming = (account: Partial<Omit<Account, 'links'>>) => ({
  public: [],
  state: (user: PresentUser): PresentUser => ({ ...user, ...account }),
  row: () => inRow(account),
});

/** The meaning of each event of a user: its effect on it and on its row, and what is not sealed. */
export const userEvents = declareEvents<PresentUser, UserEvents>()('UserCreated', {
  UserCreated: {
    public: ['userRole', 'access', 'invited'],
    state: (_none, { invited = false, ...user }) => ({ status: 'present', ...user, ...NEW_ACCOUNT, links: 0, invited }),
    row: ({ person, userRole, access, invited = false }) => ({
      ...shown(person),
      userRole,
      ...access,
      ...inRow({ ...NEW_ACCOUNT, invited }),
    }),
  },
  UserUpdated: {
    public: ['emailValidated', 'userRole', 'language'],
    state: (user, { formerEmail: _told, ...changes }) => ({ ...user, ...changes }),
    row: ({ person, formerEmail: _told, ...changes }) => ({ ...(person !== undefined && shown(person)), ...changes }),
  },
  UserAccessGiven: accessed,
  UserAccessTaken: accessed,
  UserDeleted: { public: [], state: () => ({ status: 'absent' }), row: () => null },
  UserInvited: linked,
  UserPasswordForgotten: linked,
  UserPasswordLinkEnded: becoming({ link: null }),
  UserPasswordChanged: { ...becoming({ link: null }), public: ['first'] },
  UserActivated: becoming({ invited: false }),
  UserDisabled: becoming({ disabled: true, link: null }),
  UserEnabled: becoming({ disabled: false }),
  UserSecondFactorAdded: becoming({ secondFactor: true }),
  UserSecondFactorRemoved: becoming({ secondFactor: false }),
  UserCodesGuessed: becoming({}),
});

/** Erased personal data is shown as empty. */
function shown(person: Person | null) {
  const { username, email, resetEmail } = person ?? NOBODY;
  return { username, email, emailPending: resetEmail !== undefined, resetEmail: resetEmail ?? null };
}

function inRow<Said extends Partial<Omit<Account, 'links'>>>({ link, ...account }: Said) {
  return { ...account, ...(link !== undefined && { passwordLink: link?.link ?? null, passwordLinkUntil: link?.until ?? null }) };
}
