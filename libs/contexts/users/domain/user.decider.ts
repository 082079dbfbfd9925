import type { Decider } from '#platform/event-store';
import { changesOf, NotFound, type Role, UnknownReferences } from '#platform/kernel';
import {
  activeCoverage,
  coverage,
  covers,
  type LocationAccess,
  type Territory,
  withAccess,
  withoutAccess,
} from './location-access.js';
import { assertMayChange, assertMayGiveRole, MANAGING_ROLES, type Manager, reachesAll, reachOf, sees } from './manager.js';
import {
  decideOwn,
  endLink,
  inviteAgain,
  type OwnCommand,
  setDisabled,
  setPassword,
  setSecondFactor,
  withEmail,
} from './user.account.js';
import { ActsOnItself, LastLocation, NotPermitted } from './user.errors.js';
import { NOBODY, type Person, type PresentUser, type UserEvent, type UserEvents, userEvents } from './user.events.js';

/** A new user with its first access. */
export interface NewUser {
  person: Person;
  userRole: Role;
  access: LocationAccess;
}

/** The fields of an update; for a password only the fact that it is new. */
export interface UserChanges {
  username?: string;
  email?: string | null;
  userRole?: Role;
  password?: true;
}

/** The manager who acts, and the Locations and Regions of the Group at that moment. */
interface Facts {
  manager: Manager;
  territory: Territory;
}

/** The commands of managers. */
export type ManagedCommand =
  | { type: 'CreateUser'; user: NewUser }
  | { type: 'InviteUser'; user: NewUser; until: string }
  | { type: 'InviteAgain'; userID: number; until: string }
  | { type: 'SetDisabled'; userID: number; disabled: boolean }
  | { type: 'TakeSecondFactor'; userID: number }
  | { type: 'UpdateUser'; userID: number; changes: UserChanges }
  | { type: 'DeleteUser'; userID: number }
  | { type: 'GiveAccess'; userID: number; access: LocationAccess }
  | { type: 'TakeAccess'; userID: number; access: LocationAccess };

export type UserCommand = OwnCommand | (Facts & ManagedCommand);

export type UserState = { status: 'absent' } | PresentUser;

/** The rules of a User and its access (api-v2.md, User and Users; decisions.md, sections 5, 6 and 9). */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { status: 'absent' },
  evolve: userEvents.evolve,

  decide(command, state) {
    if (!('manager' in command)) {
      if (state.status !== 'present') throw new NotFound('The user');
      return decideOwn(command, state);
    }
    const { manager, territory } = command;
    if (command.type === 'CreateUser' || command.type === 'InviteUser') {
      assertKnown(command, command.user.access, 'locationID');
      assertMayGiveRole(manager, command.user.userRole);
      if (command.type === 'CreateUser') return [{ type: 'UserCreated', data: command.user }];
      const { user, until } = command;
      return [
        { type: 'UserCreated', data: { ...user, invited: true } },
        { type: 'UserInvited', data: { link: 1, until } },
      ];
    }
    if (state.status !== 'present' || !sees(manager, command.userID, state.access, territory)) throw new NotFound('The user');
    const itself = manager.userID === command.userID;
    if (command.type === 'DeleteUser' && itself) throw new ActsOnItself('You cannot delete yourself.');
    assertMayChange(manager, state.userRole, state.access, territory);
    switch (command.type) {
      case 'UpdateUser':
        return update(state, command.changes, manager, itself);
      case 'DeleteUser':
        return [{ type: 'UserDeleted', data: {} }];
      case 'GiveAccess':
        return give(state, command.access, command);
      case 'TakeAccess':
        return take(state, command.access, command, itself);
      case 'InviteAgain':
        return inviteAgain(state, command.until);
      case 'SetDisabled':
        if (itself && command.disabled) throw new ActsOnItself('You cannot disable yourself.');
        return setDisabled(state, command.disabled);
      case 'TakeSecondFactor':
        if (itself) throw new ActsOnItself('Your own second factor is removed at /me/totp, with a code.');
        return setSecondFactor(state, false);
      default:
        return command satisfies never;
    }
  },
};

function update(state: PresentUser, changes: UserChanges, manager: Manager, itself: boolean): UserEvent[] {
  const { userRole, password, ...named } = changes;
  if (userRole) assertMayGiveRole(manager, userRole);
  if (itself && userRole && !MANAGING_ROLES.includes(userRole))
    throw new ActsOnItself('You would lose the right to manage users.');
  if (itself && password) throw new ActsOnItself('Your own password is changed at /me/password, with the present one.');
  const stored = state.person ?? NOBODY;
  const { email, ...person } = changesOf(stored, named);
  const data: UserEvents['UserUpdated'] = changesOf({ userRole: state.userRole }, { userRole });
  if (Object.keys(person).length > 0) data.person = { ...stored, ...person };
  if (email !== undefined) Object.assign(data, withEmail({ ...stored, ...person }, email, itself));
  // An invited person has not shown yet that the address is theirs: somebody else's mailbox gets no message.
  if (email !== undefined && state.invited) data.formerEmail = null;
  if (email !== undefined && state.emailValidated) data.emailValidated = false;
  const events: UserEvent[] = Object.keys(data).length > 0 ? [{ type: 'UserUpdated', data }] : [];
  if (email !== undefined) events.push(...endLink(state));
  return password ? [...events, ...setPassword(state)] : events;
}

function give(state: PresentUser, access: LocationAccess, facts: Facts): UserEvent[] {
  assertKnown(facts, access, 'locationIDs');
  if (!covers(facts.manager.access, access, facts.territory))
    throw new NotPermitted('You can only give access that you have yourself.');
  const after = withAccess(state.access, access);
  return isSame(state.access, after) ? [] : [{ type: 'UserAccessGiven', data: { access: after } }];
}

function take(state: PresentUser, access: LocationAccess, facts: Facts, itself: boolean): UserEvent[] {
  assertKnown(facts, access, 'locationIDs');
  const after = withoutAccess(state.access, access);
  if (isSame(state.access, after)) return [];
  if (!after.accessAllLocations && coverage(after, facts.territory).size === 0) throw new LastLocation();
  if (itself && activeCoverage(after, facts.territory).size === 0)
    throw new ActsOnItself('You would have no active Location left.');
  return [{ type: 'UserAccessTaken', data: { access: after } }];
}

/** The manager may refer to Locations it has access to, and to Regions with at least one of them. @throws UnknownReferences */
function assertKnown({ manager, territory }: Facts, named: LocationAccess, field: 'locationID' | 'locationIDs'): void {
  const reach = reachOf(manager, territory);
  const regions = new Map(territory.regions.map((region) => [region.ID, region]));
  const seesRegion = (regionID: number) => {
    const region = regions.get(regionID);
    return region !== undefined && (reachesAll(manager) || region.locationIDs.some((locationID) => reach.has(locationID)));
  };
  const path = (index: number) => (field === 'locationID' ? field : `${field}.${index}`);
  const unknown = [
    ...named.locationIDs.flatMap((locationID, index) => (reach.has(locationID) ? [] : [path(index)])),
    ...named.regionIDs.flatMap((regionID, index) => (seesRegion(regionID) ? [] : [`regionIDs.${index}`])),
  ];
  if (unknown.length > 0) throw new UnknownReferences(unknown);
}

function isSame(one: LocationAccess, other: LocationAccess): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}
