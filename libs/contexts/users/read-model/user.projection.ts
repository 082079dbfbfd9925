import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import { NOBODY } from '../domain/user.account.js';
import type { PasswordLink, Person, UserEvent } from '../domain/user.events.js';
import { UserEntity } from './user.entity.js';

const users = new RecordTable(UserEntity, ['id']);

const NO_LINK = { password_link: null, password_link_until: null };
const NEW_ACCOUNT = { disabled: false, second_factor: false, language: null, ...NO_LINK };

/** Erased personal data is shown as empty. */
function columnsOfPerson(person: Person | null) {
  const { username, email, resetEmail } = person ?? NOBODY;
  return { username, email, email_pending: resetEmail !== undefined, reset_email: resetEmail ?? null };
}

const linkOf = ({ link, until }: PasswordLink) => ({ password_link: link, password_link_until: until });

/** Maintains the table `users`. */
export const userProjection: Projection<UserEvent> = {
  name: 'users',
  rebuilds: ['users'],
  when: {
    UserCreated: (event) => {
      const { person, userRole, access, invited = false } = event.data;
      return users.insert(event, {
        ...columnsOfPerson(person),
        email_validated: false,
        user_role: userRole,
        ...columnsOf(access),
        ...NEW_ACCOUNT,
        invited,
      });
    },
    UserUpdated: (event) => {
      const { person, formerEmail: _told, ...changes } = event.data;
      return users.update(event, { ...(person !== undefined && columnsOfPerson(person)), ...columnsOf(changes) });
    },
    UserAccessGiven: (event) => users.update(event, columnsOf(event.data.access)),
    UserAccessTaken: (event) => users.update(event, columnsOf(event.data.access)),
    UserDeleted: (event) => users.delete(event),
    UserInvited: (event) => users.update(event, linkOf(event.data)),
    UserPasswordForgotten: (event) => users.update(event, linkOf(event.data)),
    UserPasswordLinkEnded: (event) => users.update(event, NO_LINK),
    UserPasswordChanged: (event) => users.update(event, NO_LINK),
    UserActivated: (event) => users.update(event, { invited: false }),
    UserDisabled: (event) => users.update(event, { disabled: true, ...NO_LINK }),
    UserEnabled: (event) => users.update(event, { disabled: false }),
    UserSecondFactorAdded: (event) => users.update(event, { second_factor: true }),
    UserSecondFactorRemoved: (event) => users.update(event, { second_factor: false }),
    UserCodesGuessed: (event) => users.update(event, {}),
  },
};
