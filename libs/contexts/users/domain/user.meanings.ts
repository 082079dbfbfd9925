import { declareEvents, type Role } from '#platform/kernel';
import type { LocationAccess } from './location-access.js';
import type { PasswordLink, Person, UserEvents } from './user.events.js';

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
