import { columnsOf, type Statement, tables } from '#platform/database';
import type { Projection, Recorded } from '#platform/event-store';
import type { LocationAccess } from '../domain/location-access.js';
import type { Person, UserEvent } from '../domain/user.events.js';
import type { UserEntity } from './user.entity.js';

const db = tables<typeof UserEntity>();

/** What is shown of a person that was erased. */
const NOBODY: Person = { username: '', email: null };

/** Keeps the table `users`. */
export const userProjection: Projection<UserEvent> = {
  name: 'users',
  stream: 'user',
  rebuilds: ['users'],
  when: {
    UserCreated: ({ data, ...event }) =>
      db.insertInto('users').values({
        group_id: event.stream.groupID,
        id: event.stream.id,
        ...(data.person ?? NOBODY),
        email_validated: false,
        user_role: data.userRole,
        ...accessColumns(data.access),
        version: event.version,
        created_at: event.at,
        updated_at: event.at,
      }),
    UserUpdated: ({ data: { person, ...data }, ...event }) =>
      update(event, { ...(person !== undefined && (person ?? NOBODY)), ...columnsOf(data) }),
    UserPasswordChanged: (event) => update(event, {}),
    UserAccessGiven: (event) => update(event, accessColumns(event.data.access)),
    UserAccessTaken: (event) => update(event, accessColumns(event.data.access)),
    UserDeleted: ({ stream }) => db.deleteFrom('users').where('group_id', '=', stream.groupID).where('id', '=', stream.id),
  },
};

function accessColumns({ locationIDs, regionIDs, countryIDs, accessAllLocations }: LocationAccess) {
  return {
    location_ids: locationIDs,
    region_ids: regionIDs,
    country_ids: countryIDs,
    access_all_locations: accessAllLocations,
  };
}

function update(event: Pick<Recorded, 'stream' | 'version' | 'at'>, changes: object): Statement {
  return db
    .updateTable('users')
    .set({ ...changes, version: event.version, updated_at: event.at })
    .where('group_id', '=', event.stream.groupID)
    .where('id', '=', event.stream.id);
}
