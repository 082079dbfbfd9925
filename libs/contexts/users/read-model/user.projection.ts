import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import type { Person, UserEvent } from '../domain/user.events.js';
import { UserEntity } from './user.entity.js';

const users = new RecordTable(UserEntity, ['id']);

/** Shown in place of erased personal data. */
const ERASED_PERSON: Person = { username: '', email: null };

/** Maintains the table `users`. */
export const userProjection: Projection<UserEvent> = {
  name: 'users',
  rebuilds: ['users'],
  when: {
    UserCreated: (event) => {
      const { person, userRole, access } = event.data;
      return users.insert(event, {
        ...(person ?? ERASED_PERSON),
        email_validated: false,
        user_role: userRole,
        ...columnsOf(access),
      });
    },
    UserUpdated: (event) => {
      const { person, ...changes } = event.data;
      return users.update(event, { ...(person !== undefined && (person ?? ERASED_PERSON)), ...columnsOf(changes) });
    },
    UserPasswordChanged: (event) => users.update(event, {}),
    UserAccessGiven: (event) => users.update(event, columnsOf(event.data.access)),
    UserAccessTaken: (event) => users.update(event, columnsOf(event.data.access)),
    UserDeleted: (event) => users.delete(event),
  },
};
