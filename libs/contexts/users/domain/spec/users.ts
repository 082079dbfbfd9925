import type { Role } from '#platform/kernel';
import { type LocationAccess, NO_ACCESS, type Territory } from '../location-access.js';
import type { Manager } from '../manager.js';
import type { UserCommand } from '../user.decider.js';
import type { UserEvent } from '../user.events.js';

/** demo:1 and demo:3 are in NL, demo:2 in DE; demo:4, in FR, is deactivated; Region 1 contains demo:2, Region 2 nothing. */
export const territory: Territory = {
  locations: [
    { locationID: 'demo:1', countryID: 'NL', active: true },
    { locationID: 'demo:2', countryID: 'DE', active: true },
    { locationID: 'demo:3', countryID: 'NL', active: true },
    { locationID: 'demo:4', countryID: 'FR', active: false },
  ],
  regions: [
    { ID: 1, locationIDs: ['demo:2'] },
    { ID: 2, locationIDs: [] },
  ],
};

/** Access to every Location. */
export const ALL: Partial<LocationAccess> = { accessAllLocations: true };
/** Access to these Locations. */
export const at = (...locationIDs: string[]): Partial<LocationAccess> => ({ locationIDs });
/** Complete access with the given assignments, the rest empty. */
export const access = (assigned: Partial<LocationAccess>): LocationAccess => ({ ...NO_ACCESS, ...assigned });
/** A user of the Group who manages others. */
export const manager = (role: Role, assigned: Partial<LocationAccess>, userID: number | null = 90): Manager => ({
  userID,
  role,
  access: access(assigned),
});
/** The API token, which may do everything. */
export const integration = manager('group_admin', ALL, null);

export const person = { username: 'sanne', email: 'sanne@example.com' };
/** The event that the user was created with this role and access. */
export const user = (userRole: Role, assigned: Partial<LocationAccess>): UserEvent => ({
  type: 'UserCreated',
  data: { person, userRole, access: access(assigned) },
});
export const create = (by: Manager, userRole: Role, assigned: Partial<LocationAccess>): UserCommand => ({
  type: 'CreateUser',
  manager: by,
  territory,
  user: { person, userRole, access: access(assigned) },
});
export const update = (by: Manager, changes: Extract<UserCommand, { type: 'UpdateUser' }>['changes']): UserCommand => ({
  type: 'UpdateUser',
  userID: 5,
  manager: by,
  territory,
  changes,
});
export const remove = (by: Manager): UserCommand => ({ type: 'DeleteUser', userID: 5, manager: by, territory });
export const give = (by: Manager, assigned: Partial<LocationAccess>): UserCommand => ({
  type: 'GiveAccess',
  userID: 5,
  manager: by,
  territory,
  access: access(assigned),
});
export const take = (by: Manager, assigned: Partial<LocationAccess>): UserCommand =>
  ({ ...give(by, assigned), type: 'TakeAccess' }) as UserCommand;
/** The user that specs change, acting on itself. */
export const itself = (role: Role, assigned: Partial<LocationAccess>) => manager(role, assigned, 5);
