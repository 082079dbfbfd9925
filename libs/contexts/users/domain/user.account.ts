import { NotFound } from '#platform/kernel';
import { NotNow } from './user.errors.js';
import { type Account, NOBODY, type Person, type UserEvent, type UserEvents } from './user.events.js';

/** The commands that users, their links and the identity provider cause themselves; who may is settled before. */
export type OwnCommand =
  /** The identity provider, or a link sent there, has verified the email. */
  | { type: 'ValidateEmail'; email: string }
  | { type: 'ChangeEmail'; email: string | null }
  | { type: 'ChangeLanguage'; language: string | null }
  | { type: 'ChangePassword' }
  | { type: 'ForgetPassword'; until: string }
  | { type: 'SetPasswordByLink'; link: number; at: string }
  | { type: 'SetSecondFactor'; on: boolean }
  | { type: 'NoteGuessedCodes' };

type User = Account & { person: Person | null };

/** Decides a user's own command. @throws NotFound for a link that has ended; NotNow */
export function decideOwn(command: OwnCommand, user: User): UserEvent[] {
  switch (command.type) {
    case 'ValidateEmail':
      return validateEmail(user, command.email);
    case 'ChangeEmail':
      return changeEmail(user, command.email);
    case 'ChangeLanguage':
      return user.language === command.language ? [] : [{ type: 'UserUpdated', data: { language: command.language } }];
    case 'ChangePassword':
      return setPassword(user);
    case 'ForgetPassword':
      return forgetPassword(user, command.until);
    case 'SetPasswordByLink':
      if (!isOpen(user, command.link, command.at)) throw new NotFound('The link');
      return setPassword(user);
    case 'SetSecondFactor':
      if (command.on && user.secondFactor) throw new NotNow('There is a second factor already.');
      return setSecondFactor(user, command.on);
    case 'NoteGuessedCodes':
      return user.secondFactor ? [{ type: 'UserCodesGuessed', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

/** Whether the link may be used: it is the latest, was not used before, and its time is not over. */
export function isOpen({ disabled, link }: Account, number: number, at: string): boolean {
  return !disabled && link?.link === number && at < link.until;
}

/** A user who proves the address by signing in at the identity provider needs no invitation any more. */
function validateEmail({ person, emailValidated, invited }: User, email: string): UserEvent[] {
  if (person?.email?.toLowerCase() !== email.toLowerCase()) return [];
  const verified = { username: person.username, email: person.email };
  const data = { emailValidated: true, ...(person.resetEmail !== undefined && { person: verified }) };
  return [
    ...(emailValidated ? [] : [{ type: 'UserUpdated' as const, data }]),
    ...(invited ? [{ type: 'UserActivated' as const, data: {} }] : []),
  ];
}

/** A user's own new address has to be verified; the same one, not yet verified, is sent another link. */
function changeEmail(user: User, email: string | null): UserEvent[] {
  const person = user.person ?? NOBODY;
  if (person.email === email && person.resetEmail === undefined) return [];
  const data = { ...withEmail(person, email, true), ...(user.emailValidated && { emailValidated: false }) };
  return [{ type: 'UserUpdated', data }, ...endLink(user)];
}

/** The address that links to set a password go to. */
function resetEmailOf({ email, resetEmail }: Person): string | null {
  return resetEmail === undefined ? email : resetEmail;
}

/** The person with another address. @param own whether the user states it, so that it counts for resets once it is verified */
export function withEmail(
  { username, ...person }: Person,
  email: string | null,
  own: boolean,
): Pick<UserEvents['UserUpdated'], 'person' | 'formerEmail'> {
  const verified = resetEmailOf({ username, ...person });
  const isVerified = !own || email === null || email === verified;
  return {
    person: { username, email, ...(!isVerified && { resetEmail: verified }) },
    formerEmail: email === person.email ? null : verified,
  };
}

/** A link to an address that is no longer the user's opens nothing. */
export function endLink({ link }: Account): UserEvent[] {
  return link === null ? [] : [{ type: 'UserPasswordLinkEnded', data: {} }];
}

/** Setting the password accepts an invitation. */
export function setPassword({ invited }: Account): UserEvent[] {
  if (!invited) return [{ type: 'UserPasswordChanged', data: {} }];
  return [
    { type: 'UserPasswordChanged', data: { first: true } },
    { type: 'UserActivated', data: {} },
  ];
}

/**
 * A new link, good until the given time; it ends the one before.
 * @throws NotNow when the user is not invited, is disabled or has no email address
 */
export function inviteAgain({ invited, disabled, person, links }: User, until: string): UserEvent[] {
  if (!invited || disabled) throw new NotNow('The user is not waiting for an invitation.');
  if (!person?.email) throw new NotNow('The user has no email address.');
  return [{ type: 'UserInvited', data: { link: links + 1, until } }];
}

/** Does nothing where no link may be sent, and does not say so. */
function forgetPassword({ invited, disabled, person, links }: User, until: string): UserEvent[] {
  if (invited || disabled || !person || resetEmailOf(person) === null) return [];
  return [{ type: 'UserPasswordForgotten', data: { link: links + 1, until } }];
}

/** Disables or enables the account; nothing where it is so already. */
export function setDisabled(account: Account, disabled: boolean): UserEvent[] {
  if (account.disabled === disabled) return [];
  return [{ type: disabled ? 'UserDisabled' : 'UserEnabled', data: {} }];
}

/** Notes whether the user has a second factor; nothing where it is known already. */
export function setSecondFactor({ secondFactor }: Account, on: boolean): UserEvent[] {
  if (secondFactor === on) return [];
  return [{ type: on ? 'UserSecondFactorAdded' : 'UserSecondFactorRemoved', data: {} }];
}
