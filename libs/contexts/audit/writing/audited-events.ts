import { sql } from 'kysely';
import { locationStream } from '#contexts/locations';
import { userStream } from '#contexts/users';
import type { Told } from '#platform/audit';
import type { Statement } from '#platform/database';
import { outgoing, type Recorded, type Subscription } from '#platform/event-store';
import { entryStatements } from './insert-entry.js';

type What = Omit<Told, 'groupID' | 'by'>;

/** The entry of an event, whoever caused it. */
function told(event: Recorded, what: What): readonly Statement[] {
  const { stream, actor, address = null, at } = event;
  return entryStatements({ groupID: stream.groupID, by: { actor, address }, ...what }, 'done', new Date(at));
}

const ofUser = (event: Recorded, action: What['action'], more: Partial<What> = {}) =>
  told(event, { action, target: { kind: 'user', ID: event.stream.id }, ...more });

const isWith = (together: readonly Recorded[], type: string) => together.some((event) => event.type === type);

/** Users: what happens in one commit is one thing, but for a password that is set together with other fields. */
const ofUsers = outgoing('user-audit', userStream, {
  UserCreated: (event) => {
    const { invited, userRole, access } = event.data;
    return ofUser(event, invited ? 'user.invited' : 'user.created', { details: { userRole, locationAccess: access } });
  },
  UserInvited: (event, together) => (isWith(together, 'UserCreated') ? [] : ofUser(event, 'user.invited')),
  UserUpdated: (event, together) => {
    const { person, formerEmail, emailValidated, userRole, language } = event.data;
    const fields = [
      ...(formerEmail === undefined ? [] : ['email']),
      ...(person !== undefined && formerEmail === undefined && !emailValidated ? ['username'] : []),
      ...(emailValidated === undefined ? [] : ['email_validated']),
      ...(userRole === undefined ? [] : ['userRole']),
      ...(language === undefined ? [] : ['language']),
      ...(isWith(together, 'UserActivated') && !isWith(together, 'UserPasswordChanged') ? ['state'] : []),
    ];
    return ofUser(event, 'user.updated', { details: { fields, ...(userRole && { userRole }) } });
  },
  UserActivated: (event, together) =>
    isWith(together, 'UserUpdated') || isWith(together, 'UserPasswordChanged')
      ? []
      : ofUser(event, 'user.updated', { details: { fields: ['state'] } }),
  UserPasswordChanged: (event) => ofUser(event, 'password.set', { endsSessions: true }),
  UserPasswordForgotten: (event) => ofUser(event, 'password.forgotten'),
  UserDisabled: (event) => ofUser(event, 'user.disabled', { details: { disabled: true }, endsSessions: true }),
  UserEnabled: (event) => ofUser(event, 'user.disabled', { details: { disabled: false } }),
  UserDeleted: (event) => ofUser(event, 'user.deleted', { endsSessions: true }),
  UserAccessGiven: (event) => ofUser(event, 'access.granted', { details: { locationAccess: event.data.access } }),
  UserAccessTaken: (event) => ofUser(event, 'access.taken', { details: { locationAccess: event.data.access } }),
  UserSecondFactorAdded: (event) => ofUser(event, 'second-factor.on'),
  UserSecondFactorRemoved: (event) => ofUser(event, 'second-factor.off'),
});

const ofLocations = outgoing('location-audit', locationStream, {
  LocationShippingChanged: (event) => {
    const { groupID, id } = event.stream;
    const ID = sql<string>`select location_id from location_directory where group_id = ${groupID}::int and id = ${id}::int`;
    return told(event, { action: 'settings.changed', target: { kind: 'location', ID }, details: { settings: 'shipping' } });
  },
});

/** The entries that follow from events, written in their transactions: behind all others, as they wait for their turn. */
export const auditSubscriptions: readonly Subscription[] = [ofUsers, ofLocations];
