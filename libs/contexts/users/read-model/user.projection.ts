import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { type UserEvent, userEvents } from '../domain/user.events.js';
import { UserEntity } from './user.entity.js';

const users = new RecordTable(UserEntity, ['id']);

/** Maintains the table `users`. */
export const userProjection: Projection<UserEvent> = {
  name: 'users',
  rebuilds: ['users'],
  when: userEvents.writes(
    (event: Recorded, fields) => users.insert(event, columnsOf(fields)),
    (event: Recorded, fields) => users.update(event, columnsOf(fields)),
    (event: Recorded) => users.delete(event),
  ),
};
